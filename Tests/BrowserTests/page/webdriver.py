"""A browser without a window, driven through Chromium's own WebDriver (W3C WebDriver, with Chromium's commands of its protocol)."""
import base64
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

# Seconds until a condition must hold. All tests share the machine's cores, so it is large.
LIMIT = 60
# Seconds between two looks at a condition.
LOOK = 0.03
PROGRAMS = ("chromium", "chromedriver")
# Keys as WebDriver names them.
TAB, ENTER, SPACE = "\ue004", "\ue006", "\ue00d"


class TimedOut(AssertionError):
    pass


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(condition, what: str, limit: float = LIMIT):
    """Asks again and again, and returns the first answer that is true."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if answer := condition():
            return answer
        time.sleep(LOOK)
    raise TimedOut(f"after {limit} s still not: {what}")


class Driver:
    """The driver's process. It serves several browsers, one after the other."""

    def __init__(self):
        self.port = free_port()
        self.process = subprocess.Popen(
            [PROGRAMS[1], f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._answers, "the driver answers")

    def _answers(self) -> bool:
        try:
            return self.call("GET", "/status")["ready"]
        except OSError:
            return False

    def call(self, method: str, path: str, content=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, headers={"Content-Type": "application/json"},
            data=None if content is None else json.dumps(content).encode())
        try:
            with urllib.request.urlopen(request, timeout=2 * LIMIT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def close(self):
        # What Swift's tests start has their mask of signals, so the driver wouldn't hear of a polite one. It has no browser any more.
        self.process.kill()
        self.process.wait()


class Browser:
    """A browser with a fresh profile."""

    def __init__(self, driver: Driver, language: str = "en-GB", scripts: bool = True, flags: list[str] | None = None):
        """Where pages may run no `scripts`, those of the driver still do. `flags` are more of Chromium's own."""
        self.driver = driver
        options = {
            "prefs": {} if scripts else {"profile.managed_default_content_settings.javascript": 2},
            # The sandbox of Chromium needs a user other than root, whom containers often lack.
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--accept-lang={language}", *(flags or [])],
            "binary": shutil.which(PROGRAMS[0]),
        }
        session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 1000 * LIMIT, "pageLoad": 1000 * LIMIT}}}})
        self._path = f"/session/{session['sessionId']}"
        # Host and port of Chromium's own protocol.
        self.debugger = session["capabilities"]["goog:chromeOptions"]["debuggerAddress"]

    def close(self):
        self.driver.call("DELETE", self._path)

    def do(self, method: str, path: str, content=None):
        return self.driver.call(method, self._path + path, content)

    def open(self, url: str):
        self.do("POST", "/url", {"url": url})

    def run(self, script: str, *arguments):
        """Runs a function's body in the page and returns its value; promises are waited for."""
        return self.do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def command(self, name: str, **parameters):
        """A command of Chromium's own protocol."""
        return self.do("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def wait(self, expression: str, limit: float = LIMIT):
        return until(lambda: self.run(f"return {expression}"), expression, limit)

    def element(self, selector: str) -> str:
        found = self.do("POST", "/element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def click(self, selector: str):
        self.do("POST", f"/element/{self.element(selector)}/click", {})

    def type(self, selector: str, text: str):
        """Types into a field; paths, one a line, into a field for files."""
        self.do("POST", f"/element/{self.element(selector)}/value", {"text": text})

    def press(self, *keys: str):
        """Presses keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.do("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def look(self, width: int = 1280, height: int = 900, dark: bool = False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 800)
        features = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        self.command("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])

    def picture(self, file: pathlib.Path, whole: bool = True):
        """Writes what the page looks like as a PNG."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}, "captureBeyondViewport": True}
        data = self.command("Page.captureScreenshot", **(clip if whole else {}))["data"]
        file.write_bytes(base64.b64decode(data))

    def sheets(self) -> int:
        """The number of sheets of A4 that the page is printed on."""
        printed = base64.b64decode(self.do("POST", "/print", {"page": {"width": 21.0, "height": 29.7}}))
        return len(re.findall(rb"/Type\s*/Page\b", printed))

    def complaints(self) -> list[str]:
        """What the browser complained of since the last call, such as a breach of the page's policy."""
        return [entry["message"] for entry in self.do("POST", "/se/log", {"type": "browser"})]
