"""The page's weight, and how long it takes on a slow machine: on loopback, with the processor slowed down.

usage: python3 Benchmarks/page/paint.py SERVER
"""
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/BrowserTests/page"))
import webdriver  # noqa: E402
from server import Server  # noqa: E402

SLOWER = 4
LOADS = 9

driver = webdriver.Driver()
server = Server(pathlib.Path(sys.argv[1]).resolve())
paints, ready, plain = [], [], []
# The browser runs already, as a person's does, and has nothing of the page.
browser = webdriver.Browser(driver)
browser.command("Network.enable")
browser.command("Network.setBypassServiceWorker", bypass=True)
browser.command("Network.setCacheDisabled", cacheDisabled=True)


def first_paint(url: str, ready: str) -> float:
    browser.command("Emulation.setCPUThrottlingRate", rate=1)
    browser.open("about:blank")
    browser.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
    browser.open(url)
    browser.wait(f"{ready} && performance.getEntriesByName('first-contentful-paint').length")
    return browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime")


for _ in range(LOADS):
    # A line of text, for what the browser and the machine take by themselves.
    plain.append(first_paint(server.url + "version", "true"))
    paints.append(first_paint(server.url, "document.documentElement.dataset.ready"))
    ready.append(browser.run("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
loaded = browser.run("""
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return [all.length, all.reduce((sum, one) => sum + one.decodedBodySize, 0), [...new Set(all.map((one) => new URL(one.name).host))]];""")
browser.close()
server.close()
driver.close()
files = sum(file.stat().st_size for file in (ROOT / "Resources/page").iterdir())
print(f"Resources/page: {files} bytes; loaded for the page: {loaded[1]} in {loaded[0]} requests to {len(loaded[2])} host")
print(f"processor {SLOWER} times slower, {LOADS} loads: first paint {statistics.median(paints):.0f} ms ({min(paints):.0f} to {max(paints):.0f}), "
      f"usable {statistics.median(ready):.0f} ms; a line of text {statistics.median(plain):.0f} ms ({min(plain):.0f} to {max(plain):.0f})")
