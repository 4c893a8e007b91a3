"""Files are replaced whole: written beside and then renamed, so that nothing half-written is ever left."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def replace_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write the whole file, or leave what was there; text is written as UTF-8 with ``\\n`` line ends.

    A link is followed, and what is no ordinary file (a device, a pipe) is written to, not replaced.

    Raises OSError if the file cannot be written.
    """
    target = Path(path)
    data = content.encode() if isinstance(content, str) else content
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    target = target.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(target.parent))
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(beside, 0o666 & ~umask)
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise
