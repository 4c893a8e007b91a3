"""The notebooks in a working folder of your own, opened in JupyterLab."""

from __future__ import annotations

import hashlib
import json
import os
import socket
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from .files import replace_file

NEEDED = ("jupyterlab", "ipywidgets", "anywidget", "matplotlib", "networkx")
OWN = ".spiralkit"
"""In the working folder, what spiralkit keeps for itself: ``copied.json``, a digest of each file as it was copied,
which tells what you changed since, and a setting of JupyterLab."""


def missing() -> list[str]:
    """The packages of the ``lab`` extra that are not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def shipped() -> Path:
    """The folder with spiralkit's own notebooks: in the package where it was installed, beside it in a clone.

    Raises FileNotFoundError if there is neither.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "notebooks", package.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    raise FileNotFoundError(2, "the notebooks are not where spiralkit is installed", str(package))


def copy(source: Path, target: Path) -> list[str]:
    """Copy the notebooks and what lies with them to the folder; gives the names of those that you changed.

    A file that you changed is kept; one that is as it was copied gives way to a newer one.

    Raises OSError if the folder cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    if target.resolve() == source.resolve():
        raise FileExistsError(17, "the notebooks come from there; take another folder to work in", str(target))
    try:
        copied = dict(json.loads((target / OWN / "copied.json").read_text()))
    except (OSError, ValueError, TypeError):
        copied = {}
    kept = []
    for file in sorted(source.rglob("*")):
        name = file.relative_to(source)
        if not file.is_file() or any(part.startswith((".", "__")) for part in name.parts):
            continue
        yours, new = target / name, _digest(file)
        old = _digest(yours) if yours.exists() else None
        if old not in (None, new, copied.get(str(name))):
            kept.append(str(name))
            continue
        if old != new:
            yours.parent.mkdir(parents=True, exist_ok=True)
            replace_file(yours, file.read_bytes())
        copied[str(name)] = new
    _write(target / OWN / "copied.json", copied)
    return kept


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps(value, indent=1, sort_keys=True) + "\n")


def _digest(file: Path) -> str:
    """The SHA-256 of a file; of a notebook what you write in it counts, and not what running it leaves there."""
    data = file.read_bytes()
    if file.suffix == ".ipynb":
        with suppress(ValueError, LookupError, TypeError):  # in a damaged one every byte counts
            data = json.dumps([(cell["cell_type"], cell["source"]) for cell in json.loads(data)["cells"]]).encode()
    return hashlib.sha256(data).hexdigest()


def port_refusal(port: int) -> str | None:
    """Why nothing can listen on this port of this machine, or None."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return error.strerror or str(error)
    return None


def start(folder: Path, *, port: int | None = None, browser: bool = True) -> None:
    """Run JupyterLab on the first notebook of the folder until it is stopped.

    It does not ask whether it should fetch news: the question would lie over the board.
    """
    from jupyterlab.labapp import LabApp

    asking = {"@jupyterlab/apputils-extension:announcements": True}
    _write(folder / OWN / "labconfig" / "page_config.json", {"disabledExtensions": asking})
    paths = (str(folder.resolve() / OWN), os.environ.get("JUPYTER_CONFIG_PATH"))
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    first = min(file.name for file in folder.glob("*.ipynb"))
    options = [
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url=/lab/tree/{first}",
    ]
    if port is not None:
        options += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    LabApp.launch_instance(options)
