"""A JupyterLab of the tests' own and a real browser on it, for tests marked ``browser``.

The fixture ``lab`` gives a running Lab. ``lab.open(cells)`` or ``lab.open(path)`` opens a notebook in a fresh page and
gives a Notebook to run, look at and ask for console errors. ``SPIRALKIT_CHROMIUM`` names the browser where none is on
the PATH; ``SPIRALKIT_BROWSER=required`` makes a missing one a failure; ``SPIRALKIT_SCREENSHOTS`` names a folder that
keeps the screenshots.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import nbformat
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
PATIENCE = 60  # seconds after which something in the browser is taken for broken
ROOT = Path(__file__).parent.parent
READY = """() => {
    const context = jupyterapp.shell.currentWidget?.sessionContext, kernel = context?.session?.kernel
    return context?.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle"
}"""
"""JavaScript that is true when the notebook in front can run a cell, on a server whose app the page can see."""


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait until something holds and give it; fails after PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited {PATIENCE} s in vain: {what}")


class Lab:
    """A JupyterLab server on a folder of its own, and the browser to look at it."""

    def __init__(self, folder: Path, url: str, log: Path) -> None:
        self.folder, self.url, self.log = folder, url, log
        self.screenshots = Path(os.environ.get("SPIRALKIT_SCREENSHOTS") or folder.parent / "screenshots")
        self.screenshots.mkdir(parents=True, exist_ok=True)
        self.chromium: Any = None
        self._numbers = count(1)
        self._usual: set[str] | None = None
        self._open: list[Notebook] = []

    def open(self, notebook: Path | list[str], *, width: int = 1280, height: int = 720) -> "Notebook":
        """A notebook file (copied to the server first), or one made of these cells, open with its kernel ready."""
        number = next(self._numbers)
        name = f"{number}_{notebook.name if isinstance(notebook, Path) else 'made.ipynb'}"
        if isinstance(notebook, Path):
            shutil.copy(notebook, self.folder / name)
        else:
            made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in notebook])
            made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
            nbformat.write(made, self.folder / name)
        opened = Notebook(self, name, width, height, f"{self.url}/lab/workspaces/w{number}/tree/{name}?reset")
        self._open.append(opened)
        return opened

    def usual_errors(self) -> set[str]:
        """What an empty notebook on this server writes to the console as errors."""
        if self._usual is None:
            empty = self.open([""])
            empty.run_all()
            self._usual = empty.all_errors()
            empty.close()
        return self._usual

    def sessions(self) -> list[dict[str, Any]]:
        """The notebooks with a kernel, as the server knows them."""
        with urlopen(f"{self.url}/api/sessions") as answer:
            found: list[dict[str, Any]] = json.load(answer)
        return found

    def close_all(self) -> None:
        """Close the notebooks that a test left open."""
        for notebook in list(self._open):
            notebook.close()


class Notebook:
    """A notebook open in the browser; ``page`` is playwright's."""

    def __init__(self, lab: Lab, name: str, width: int, height: int, url: str) -> None:
        self.lab, self.name = lab, name
        self._errors: list[str] = []
        self._context = lab.chromium.new_context(viewport={"width": width, "height": height})
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", lambda message: message.type == "error" and self._errors.append(message.text))
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.goto(url)
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.wait_idle()

    def _kernel(self) -> dict[str, Any] | None:
        found = [session["kernel"] for session in self.lab.sessions() if session["path"] == self.name]
        return found[0] if found else None

    def until(self, true: Callable[[], Any], what: str) -> Any:
        """Wait until something holds and give it; a screenshot is kept when it never does."""
        try:
            return until(true, f"{self.name}: {what}")
        except AssertionError as error:
            raise AssertionError(f"{error}; see {self.screenshot(f'failed_{self.name}')}") from None

    def wait_idle(self) -> None:
        """Wait until the kernel is connected and has nothing to do: before that, Run would ask for a kernel."""
        self.until(lambda: self.page.evaluate(READY), "the kernel is ready and idle")

    def counts(self) -> list[int | None]:
        """The execution count of each code cell that has code; None where it has not run or still runs."""
        found: list[int | None] = self.page.evaluate(
            """() => [...jupyterapp.shell.currentWidget.content.widgets]
                .filter(cell => cell.model.type === "code" && cell.model.sharedModel.source.trim())
                .map(cell => cell.model.executionState === "running" ? null : cell.model.executionCount)"""
        )
        return found

    def run_all(self) -> None:
        """Run > Run All Cells, and wait until all have run."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        self.until(lambda: None not in self.counts(), "all cells have run")
        self.wait_idle()

    def run_cell(self, number: int, times: int = 1) -> None:
        """Select a cell (0 is the first), run it by Ctrl+Enter, and wait until it has run; so many times."""
        self.page.locator(".jp-Cell .jp-InputPrompt").nth(number).click()
        for _ in range(times):
            before = self.counts()
            self.page.keyboard.press("Control+Enter")
            self.until(lambda before=before: self._ran(before), f"cell {number} has run")
        self.wait_idle()

    def _ran(self, before: list[int | None]) -> bool:
        now = self.counts()
        return now != before and None not in now

    def trouble(self) -> list[str]:
        """The texts of outputs that are errors or warnings (the kernel's standard error)."""
        found = self.page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']")
        errors = self.page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']")
        return [*found.all_inner_texts(), *errors.all_inner_texts()]

    def all_errors(self) -> set[str]:
        """Every error on the console, without what differs from one run to the next."""
        return {re.sub(r"\d+_\w+\.ipynb|[0-9a-f-]{20,}|\d+", "#", error) for error in self._errors}

    def errors(self) -> set[str]:
        """The errors on the console that an empty notebook on the same server does not have."""
        return self.all_errors() - self.lab.usual_errors()

    def check_quiet(self) -> None:
        """No output is an error or a warning, and the console has nothing that an empty notebook has not."""
        assert self.trouble() == []
        assert self.errors() == set()

    def screenshot(self, name: str) -> Path:
        """Keep what the page shows as a PNG; gives its path."""
        path = self.lab.screenshots / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def close(self) -> None:
        """Close the page and end the kernel."""
        self._context.close()
        if self in self.lab._open:
            self.lab._open.remove(self)
        if kernel := self._kernel():
            urlopen(Request(f"{self.lab.url}/api/kernels/{kernel['id']}", method="DELETE")).close()


def executable() -> str | None:
    """The browser to use: the one that SPIRALKIT_CHROMIUM names, or the first on the PATH."""
    named = os.environ.get("SPIRALKIT_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def jupyter_rooms(folder: Path) -> dict[str, str]:
    """The environment with all that Jupyter keeps for its user in this folder; pages can see the app (``READY``)."""
    config = folder / "jupyter_config_dir" / "jupyter_lab_config.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text('{"LabApp": {"expose_app_in_browser": true}}')
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR")
    rooms = {name: str(folder / name.lower()) for name in names}
    return os.environ | rooms | {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}


def free_port() -> int:
    """A port of the loopback address where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    if executable() is None:
        reason = f"no browser: none of {', '.join(NAMES)} is on the PATH, and SPIRALKIT_CHROMIUM names none"
        if os.environ.get("SPIRALKIT_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    room = tmp_path_factory.mktemp("jupyter")
    folder = room / "notebooks"
    folder.mkdir()
    quiet = room / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false"}')
    # no token: only because this one listens on the loopback address for the time of the tests
    open_door = ("--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True")
    options = ("--allow-root", "--ip=127.0.0.1", "--ServerApp.port_retries=0", *open_door)
    with serving(room, "jupyterlab", *options, f"--ServerApp.root_dir={folder}") as url:
        yield Lab(folder, url, room / "jupyterlab.log")


@contextmanager
def serving(room: Path, module: str, *options: str) -> Iterator[str]:
    """Run a Jupyter server (``jupyterlab``, ``voila``) with all its files in the room, and give its address."""
    port = free_port()
    log = room / f"{module}.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", module, "--no-browser", f"--port={port}", *options],
            env=jupyter_rooms(room),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"

    def up() -> bool:
        assert server.poll() is None, f"{module} did not start:\n{log.read_text()}"
        try:
            with urlopen(url):
                return True
        except OSError:
            return False

    try:
        until(up, f"{module} answers:\n{log.read_text()}")
        yield url
    finally:
        server.terminate()
        server.wait(PATIENCE)


@pytest.fixture(scope="module")
def _browser(_server: Lab) -> Iterator[Lab]:
    from playwright.sync_api import sync_playwright

    # For one module only: while it runs, playwright keeps an event loop that other tests would stumble over.
    with sync_playwright() as playwright:
        _server.chromium = playwright.chromium.launch(executable_path=executable(), args=list(FLAGS))
        yield _server
        _server.chromium.close()


@pytest.fixture
def lab(_browser: Lab) -> Iterator[Lab]:
    """A running JupyterLab with a browser on it; what the test leaves open is closed."""
    yield _browser
    _browser.close_all()
