"""What all tests share: hypothesis without a clock, and, for browser tests, a JupyterLab and a page."""

import hypothesis
from browser import _browser, _server, lab  # noqa: F401 - fixtures

hypothesis.settings.register_profile("spiralkit", deadline=None)
hypothesis.settings.load_profile("spiralkit")
