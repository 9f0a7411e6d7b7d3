#!/usr/bin/env python3
"""Measures what a desktop waits for: see README.md."""
import argparse
import http.server
import json
import os
import pathlib
import random
import signal
import threading
import time
import urllib.request

import desk as d


def line(what, figures, bar, holds):
    print(f"{'ok  ' if holds else 'MISS'} {what}: {figures} (bar: {bar})", flush=True)


def times(what, seconds, bars):
    figures = ", ".join(f"p{int(s * 100)} {d.percentile(seconds, s) * 1000:.0f} ms" for s in (.5, .95))
    line(what, f"{figures}, n {len(seconds)}", ", ".join(f"p{int(s * 100)} {b * 1000:.0f} ms" for s, b in bars),
         all(d.percentile(seconds, s) <= b for s, b in bars))


def start(desk, options):
    seconds = []
    for _ in range(40):
        begin = time.perf_counter()
        desk.run("--help")
        seconds.append(time.perf_counter() - begin)
    times("start of --help", seconds, [(.5, .03)])


def prompts(desk, what, arguments, bar, pauses):
    child, end = desk.terminal("watch", *arguments)
    d.wait_for(end, b"Watching")
    seconds = []
    for pause in pauses:
        time.sleep(pause)
        begin = desk.shot()
        seconds.append(d.wait_for(end, b"Scan for scams?")[0] - begin)
        os.write(end, b"d")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    times(what, seconds, [(.95, bar)])


def prompt(desk, options):
    prompts(desk, "screenshot to prompt, events", [], .2, [5.2] * 12)


def polling(desk, options):
    prompts(desk, "screenshot to prompt, polling", ["--polling"], 3, [random.uniform(11, 25) for _ in range(10)])


def auto(desk, options):
    watch = desk.start("watch", "--auto", "--ndjson")
    d.wait_for(watch.stderr.fileno(), b"Watching")
    seconds = []
    for _ in range(30):
        begin = desk.shot()
        seconds.append(d.wait_for(watch.stdout.fileno(), b'"event":"result"')[0] - begin)
        time.sleep(.3)
    watch.kill()
    watch.wait()
    times("screenshot to verdict with --auto", seconds, [(.5, 1), (.95, 2)])


def canned(answer):
    """A server that gives the same answer to everything at once."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def fetch(desk, options):
    """`scan --latest` less `scan FILE`, with a server that costs nothing."""
    request = urllib.request.Request(desk.env["TYPESAFE_SERVER"] + "/scan-image", desk.sample, {"Content-Type": "image/png"})
    server = canned(urllib.request.urlopen(request).read())
    desk.env["TYPESAFE_SERVER"] = f"http://127.0.0.1:{server.server_port}"
    for number in range(20_000):
        (desk.shots / f"old {number}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    desk.shot("newest.png")
    extra = []
    for _ in range(30):
        begin = time.perf_counter()
        desk.run("scan", str(desk.shots / "newest.png"))
        middle = time.perf_counter()
        assert "newest.png" in desk.run("scan", "--latest").stdout
        extra.append(time.perf_counter() - middle - (middle - begin))
    server.shutdown()
    times("find, check and read the newest of 20,000 files", extra, [(.95, .2)])


def storm(desk, options):
    watch = desk.start("watch", "--auto", "--ndjson")
    d.wait_for(watch.stderr.fileno(), b"Watching")
    expected, results, done = set(), [], threading.Event()

    def read():
        for raw in watch.stdout:
            event = json.loads(raw)
            if event["event"] == "result":
                results.append(event)
                if len(results) >= 500:
                    done.set()

    def write(writer):
        for number in range(50):
            name = f"{writer}-{number}"
            content = d.numbered(desk.sample, f"storm-{name}")
            path = desk.shots / f"{name}.png"
            expected.add(name)
            if number % 4 == 0:
                path.write_bytes(content)
            elif number % 4 == 1:
                with open(path, "wb", buffering=0) as file:
                    for at in range(0, len(content), 20_000):
                        file.write(content[at:at + 20_000])
                        time.sleep(.002)
            elif number % 4 == 2:
                hidden = desk.shots / f".{name}"
                hidden.write_bytes(content)
                hidden.rename(path)
            else:
                path.write_bytes(content)
                (desk.shots / f"{name} copy.png").write_bytes(content)
                path.unlink()
            time.sleep(.18)

    threading.Thread(target=read, daemon=True).start()
    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(10)]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join()
    done.wait(300)
    time.sleep(5)
    watch.kill()
    watch.wait()
    names = [pathlib.Path(r["file"]).stem.removesuffix(" copy") for r in results]
    errors = sum("error" in r for r in results)
    line("500 screenshots in 10 s by ten writers",
         f"{len(set(names))} distinct, {len(names) - len(set(names))} twice, {len(expected - set(names))} missed, {errors} errors",
         "500, 0, 0", set(names) == expected and len(names) == 500 and errors == 0)


def kill(desk, options):
    state = desk.home / ".local" / "state" / "typesafe"
    announced, damaged = [], 0
    for _ in range(options.kills):
        child = desk.start("watch", "--auto", "--ndjson", "--no-notify")
        d.wait_for(child.stderr.fileno(), b"Watching")
        for _ in range(3):
            desk.shot()
        time.sleep(random.uniform(0, 1.2))
        child.kill()
        output, _ = child.communicate()
        for raw in output.split(b"\n"):
            if raw.endswith(b"}") and b'"event":"result"' in raw:
                announced.append(pathlib.Path(json.loads(raw)["file"]).name)
        damaged += any(p.name.endswith(".corrupt") for p in state.iterdir())
        for name in ("shared.json", "history.json"):
            if (state / name).exists():
                json.loads((state / name).read_text())
    twice = len(announced) - len(set(announced))
    line(f"kill -9 of watch, {options.kills} times", f"{twice} told twice, {damaged} stores damaged, {len(announced)} told", "0, 0",
         twice == 0 and damaged == 0)


def idle(desk, options):
    child = desk.start("watch", "--auto")
    d.wait_for(child.stderr.fileno(), b"Watching")
    # Idle as it is in use: after a scan, which loads what a start doesn't.
    desk.shot()
    d.wait_for(child.stdout.fileno(), b"RISK")
    time.sleep(8)
    before, _ = d.usage(child.pid)
    time.sleep(options.idle_seconds)
    after, resident = d.usage(child.pid)
    child.kill()
    child.wait()
    share = (after - before) / options.idle_seconds * 100
    line(f"watch idle for {options.idle_seconds} s", f"{share:.3f} % of a core, {resident:.1f} MB resident", "0.2 %, 25 MB",
         share < .2 and resident < 25)


MEASUREMENTS = {f.__name__: f for f in (start, prompt, polling, auto, fetch, storm, kill, idle)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=[[], *MEASUREMENTS])
    parser.add_argument("--typesafe", type=pathlib.Path, default=d.BUILD / "typesafe")
    parser.add_argument("--server", type=pathlib.Path, default=d.BUILD / "typesafe-server")
    parser.add_argument("--sample", type=pathlib.Path, default=d.ROOT / "Resources/samples/benign-code-android-light.png")
    parser.add_argument("--idle-seconds", type=int, default=600)
    parser.add_argument("--kills", type=int, default=200)
    options = parser.parse_args()
    for name in options.what or MEASUREMENTS:
        desk = d.Desk(options.typesafe, options.server, options.sample)
        try:
            MEASUREMENTS[name](desk, options)
        finally:
            desk.close()


main()
