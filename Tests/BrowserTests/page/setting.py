"""What the cases share."""
import pathlib

import states
from server import Server
from webdriver import Browser


class Setting:
    """What the cases share: a server and a browser."""

    def __init__(self, executable: pathlib.Path, server: Server, browser: Browser, folder: str, axe: str | None):
        self.executable, self.server, self.browser, self.folder, self.axe = executable, server, browser, folder, axe

    def begin(self) -> Browser:
        self.browser.look()
        states.begin(self.browser, self.server.url)
        return self.browser
