#!/usr/bin/env python3
"""Prints one scan's life as each carrier saw it: seconds since the picture was sent, carrier, what the push says."""
import json
import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "service"))
import burst  # noqa: E402
import carriers  # noqa: E402
import service  # noqa: E402


def lines(fleet: burst.Fleet):
    for line in list(fleet.carriers.topics.lines):
        carrier = line["path"].split("/")[1]
        yield line["at"], carrier, f"{line['title']}: {line['text']}" if "title" in line else "(encrypted)"
    for line in list(fleet.carriers.apns.lines):
        if "payload" in line:
            fields, payload = line["fields"], json.loads(line["payload"])
            yield line["at"], fields["apns-push-type"], f"priority {fields['apns-priority']} {json.dumps(payload, ensure_ascii=False)}"


def main() -> None:
    options = burst.arguments()
    options.followers = len(carriers.CARRIERS)
    fleet = burst.Fleet(options)
    try:
        fleet.register()
        sent = time.monotonic()
        service.Caller(fleet.server.port).scan(service.numbered(burst.PICTURE.read_bytes()), fleet.sessions[0], burst.ASYNC)
        burst.until(lambda: burst.ends(fleet.told({0})[0]) >= set(carriers.CARRIERS), 30)
        for at, carrier, text in sorted(lines(fleet)):
            print(f"{at - sent:6.3f}  {carrier:12}  {text}")
    finally:
        fleet.server.stop()
        fleet.carriers.stop()
        shutil.rmtree(fleet.server.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
