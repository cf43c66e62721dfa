"""One browser for all tests of pages: starting it takes longer than most of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for word in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "window-size=1400,1600"):
        options.add_argument(f"--{word}")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert program and driver, "chromium and its driver are needed: apt-get install chromium chromium-driver"
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    chrome.set_script_timeout(300)  # a whole game is walked through in one script
    yield chrome
    chrome.quit()


@contextmanager
def window(browser: Any, width: int, scheme: str = "light") -> Iterator[None]:
    """A window of that width, as a phone has it where it is narrow."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
