"""Runs the cases of the page in a browser, against a server that they start.

usage: python3 Tests/BrowserTests/page SERVER [--axe axe.min.js] [CASE…]
"""
import argparse
import pathlib
import sys
import tempfile
import time
import traceback

import cases
import guards
import languages
import pushes
import webdriver
from server import Server
from setting import Setting

parser = argparse.ArgumentParser()
parser.add_argument("server", type=pathlib.Path)
parser.add_argument("--axe", type=pathlib.Path)
parser.add_argument("cases", nargs="*")
arguments = parser.parse_intermixed_args()

executable = arguments.server.resolve()
axe = arguments.axe.read_text(encoding="utf-8") if arguments.axe and arguments.axe.exists() else None
failures = 0
driver = webdriver.Driver()
server = Server(executable)
with tempfile.TemporaryDirectory() as folder:
    for case in cases.ALL + guards.ALL + languages.ALL + pushes.ALL:
        if arguments.cases and case.__name__ not in arguments.cases:
            continue
        # A browser for each case: what one leaves in a profile must not help another.
        browser = webdriver.Browser(driver)
        started = time.monotonic()
        try:
            note = case(Setting(executable, server, browser, folder, axe))
            print(f"ok {case.__name__} {time.monotonic() - started:.1f} s {note or ''}".rstrip(), flush=True)
        except Exception as error:
            failures += 1
            place = traceback.extract_tb(error.__traceback__)[1]
            print(f"failed {case.__name__}: {case.__doc__} (line {place.lineno}: {place.line}) {type(error).__name__}: {error}", flush=True)
        finally:
            browser.close()
server.close()
driver.close()
sys.exit(1 if failures else 0)
