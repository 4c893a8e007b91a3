"""What tests share: hypothesis without a clock, and fixtures for apps and for browser tests (a JupyterLab, a page)."""

from collections.abc import Iterator

import hypothesis
import pytest
from browser import _browser, _server, lab  # noqa: F401 - fixtures

hypothesis.settings.register_profile("spiralkit", deadline=None)
hypothesis.settings.load_profile("spiralkit")


@pytest.fixture
def _apps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What goes wrong in an app is raised, and widgets that a test leaves open are closed."""
    from ipywidgets.widgets.widget import _instances

    from spiralkit.widgets import app

    monkeypatch.setattr(app.App, "reraise", True)
    before = set(_instances)
    yield
    for widget in [widget for key, widget in _instances.items() if key not in before]:
        widget.close()
