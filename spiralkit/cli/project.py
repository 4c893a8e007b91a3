"""The project on the command line: lab, figures, bench."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .common import INSTALL, Refused, Whole, cli, json_option


@cli.command()
@click.option("--port", type=Whole(1, 65535), metavar="N", help="Where JupyterLab listens; else the next free.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser; open the address that is printed.")
@click.option(
    *("--dir", "folder"),
    default=lambda: str(Path.home() / "spiralkit-notebooks"),
    metavar="DIR",
    show_default="spiralkit-notebooks in your home folder",
    help="The working folder.",
)
def lab(port: int | None, no_browser: bool, folder: str) -> None:
    """Open the notebooks in JupyterLab.

    They are copied to a working folder, where you may change them as you like: what you changed is never overwritten.
    Stop JupyterLab with Ctrl-C.

    \b
    spiralkit lab
    spiralkit lab --no-browser --port 8890 --dir workshop
    """
    from .. import lab as notebooks

    missing = notebooks.missing()
    if missing:
        raise Refused(f"lab needs {', '.join(missing)}: {INSTALL}")
    if port is not None and (reason := notebooks.port_refusal(port)):
        raise Refused(f"port {port}: {reason}; another --port, or none, may do")
    try:
        source = notebooks.shipped()
        kept = notebooks.copy(source, Path(folder))
    except OSError as error:
        raise Refused(f"{error.filename or folder}: {error.strerror or error}") from None
    for name in kept:
        click.echo(f"kept {Path(folder) / name}, which you changed (rename it to get a fresh copy)")
    click.echo(f"The notebooks are in {folder}. Stop JupyterLab with Ctrl-C.")
    notebooks.start(Path(folder), port=port, browser=not no_browser)


@cli.command()
@click.option("-o", "--output", "folder", default="figures", show_default=True, metavar="DIR", help="Where to.")
def figures(folder: str) -> None:
    """Write every picture of the folder figures.

    Boards to print and the rules on one page (PDF at true size, for A4 and Letter), a fork, a bridge, a whole game.

    \b
    spiralkit figures
    spiralkit figures -o pictures
    """
    from ..draw.figures import write

    try:
        paths = write(folder)
    except ImportError as error:
        raise Refused(f"figures needs {error.name or 'matplotlib'}: pip install 'spiralkit[lab]'") from None
    except OSError as error:
        raise Refused(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None
    for path in paths:
        click.echo(path)


@cli.command()
@json_option
def bench(as_json: bool) -> None:
    """Measure speeds on this machine.

    Takes about ten seconds.

    \b
    spiralkit bench
    spiralkit bench --json
    """
    from ..bench import MEANINGS, measure

    found = measure()
    if as_json:
        click.echo(json.dumps(found))
        return
    for key, value in found.items():
        click.echo(f"{key:>20} {'-' if value is None else f'{value:.4g}':>10}  {MEANINGS[key]}")
