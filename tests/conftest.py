"""What all tests share."""

import os
import signal
import sys

import pytest

# without a screen Qt would abort
if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# a shell that starts the tests in the background lets them ignore Ctrl+C, and what they start would inherit that
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """Keep compiled models out of the person's cache, and start without any, so that nothing old can hide a fault."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("JUNCTURA_CACHE")
    os.environ["JUNCTURA_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["JUNCTURA_CACHE"]
    else:
        os.environ["JUNCTURA_CACHE"] = before
