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
paints, ready = [], []
for _ in range(LOADS):
    # A browser for each, so that nothing is in its cache.
    browser = webdriver.Browser(driver)
    browser.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
    browser.open(server.url)
    browser.wait("document.documentElement.dataset.ready && performance.getEntriesByType('paint').length")
    paints.append(browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    ready.append(browser.run("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
    loaded = browser.run("""
        const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        return [all.length, all.reduce((sum, one) => sum + one.decodedBodySize, 0), [...new Set(all.map((one) => new URL(one.name).host))]];""")
    browser.close()
server.close()
driver.close()
files = sum(file.stat().st_size for file in (ROOT / "Resources/page").iterdir())
print(f"Resources/page: {files} bytes; loaded for the page: {loaded[1]} in {loaded[0]} requests to {len(loaded[2])} host")
print(f"processor {SLOWER} times slower, {LOADS} loads: first paint {statistics.median(paints):.0f} ms (at most {max(paints):.0f}), "
      f"usable {statistics.median(ready):.0f} ms (at most {max(ready):.0f})")
