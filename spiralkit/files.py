"""Files are replaced whole: written beside and then renamed, so that nothing half-written is ever left; and read."""

from __future__ import annotations

import errno
import os
import tempfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
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


def decoded(data: bytes) -> str:
    """The text in the bytes of a file: UTF-8, or UTF-16 with its mark first, as Windows PowerShell writes it.

    >>> decoded("Qs".encode("utf-16")) == decoded(b"Qs") == "Qs"
    True
    >>> decoded(b"bd Js+Ah\\r\\n")
    'bd Js+Ah\\n'

    Raises UnicodeDecodeError if it is no text.
    """
    text = data.decode("utf-16" if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig")
    return text.replace("\r\n", "\n")
