#!/usr/bin/env python3
"""Measures how long a desktop user waits, and what `watch` costs while it is idle: see README.md."""
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

import desktop as d


def line(what, figures, bar, holds):
    print(f"{'ok  ' if holds else 'MISS'} {what}: {figures} (bar: {bar})", flush=True)


def times(what, seconds, bars):
    figures = ", ".join(f"p{int(s * 100)} {d.percentile(seconds, s) * 1000:.0f} ms" for s in (.5, .95))
    line(what, f"{figures}, n {len(seconds)}", ", ".join(f"p{int(s * 100)} {b * 1000:.0f} ms" for s, b in bars),
         all(d.percentile(seconds, s) <= b for s, b in bars))


def start(desktop, options):
    seconds = []
    for _ in range(40):
        begin = time.perf_counter()
        desktop.run("--help")
        seconds.append(time.perf_counter() - begin)
    times("start of --help", seconds, [(.5, .03)])


def prompts(desktop, what, arguments, bar, pauses):
    child, end = desktop.terminal("watch", *arguments)
    d.wait_for(end, b"Watching")
    seconds = []
    for pause in pauses:
        time.sleep(pause)
        begin = desktop.shot()
        seconds.append(d.wait_for(end, b"Scan for scams?")[0] - begin)
        os.write(end, b"d")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    times(what, seconds, [(.95, bar)])


def prompt(desktop, options):
    prompts(desktop, "screenshot to prompt, events", [], .2, [5.2] * 12)


def polling(desktop, options):
    prompts(desktop, "screenshot to prompt, polling", ["--polling"], 3, [random.uniform(11, 25) for _ in range(10)])


def auto(desktop, options):
    watch = desktop.start("watch", "--auto", "--ndjson")
    d.wait_for(watch.stderr.fileno(), b"Watching")
    seconds = []
    for _ in range(30):
        begin = desktop.shot()
        seconds.append(d.wait_for(watch.stdout.fileno(), b'"event":"result"')[0] - begin)
        time.sleep(.3)
    watch.kill()
    watch.wait()
    times("screenshot to verdict with --auto", seconds, [(.5, 1), (.95, 2)])


def canned(answer):
    """Starts a server that gives the same answer to every POST without delay."""

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


def fetch(desktop, options):
    """Measures `scan --latest` minus `scan FILE`, with a server that answers without delay."""
    request = urllib.request.Request(desktop.env["TYPESAFE_SERVER"] + "/scan-image", desktop.sample, {"Content-Type": "image/png"})
    server = canned(urllib.request.urlopen(request).read())
    desktop.env["TYPESAFE_SERVER"] = f"http://127.0.0.1:{server.server_port}"
    for number in range(20_000):
        (desktop.shots / f"old {number}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    desktop.shot("newest.png")
    extra = []
    for _ in range(30):
        begin = time.perf_counter()
        desktop.run("scan", str(desktop.shots / "newest.png"))
        middle = time.perf_counter()
        assert "newest.png" in desktop.run("scan", "--latest").stdout
        extra.append(time.perf_counter() - middle - (middle - begin))
    server.shutdown()
    times("find, check and read the newest of 20,000 files", extra, [(.95, .2)])


def storm(desktop, options):
    watch = desktop.start("watch", "--auto", "--ndjson")
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
            content = d.numbered(desktop.sample, f"storm-{name}")
            path = desktop.shots / f"{name}.png"
            expected.add(name)
            if number % 4 == 0:
                path.write_bytes(content)
            elif number % 4 == 1:
                with open(path, "wb", buffering=0) as file:
                    for at in range(0, len(content), 20_000):
                        file.write(content[at:at + 20_000])
                        time.sleep(.002)
            elif number % 4 == 2:
                hidden = desktop.shots / f".{name}"
                hidden.write_bytes(content)
                hidden.rename(path)
            else:
                path.write_bytes(content)
                (desktop.shots / f"{name} copy.png").write_bytes(content)
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


def kill(desktop, options):
    state = desktop.home / ".local" / "state" / "typesafe"
    announced, damaged = [], 0
    for _ in range(options.kills):
        child = desktop.start("watch", "--auto", "--ndjson", "--no-notify")
        d.wait_for(child.stderr.fileno(), b"Watching")
        for _ in range(3):
            desktop.shot()
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


def judged_once(desktop, options, who):
    """Kills the server or `watch` at random while screenshots are taken, and counts the verdicts here and there."""
    desktop.env["TYPESAFE_SESSION"] = "on"
    kills, told = 0, []

    def watch():
        child = desktop.start("watch", "--auto", "--ndjson", "--no-notify")
        d.wait_for(child.stderr.fileno(), b"Watching")
        for pipe, lines in ((child.stdout, told), (child.stderr, [])):
            threading.Thread(target=lambda p=pipe, l=lines: l.extend(p), daemon=True).start()
        return child

    child = watch()
    for _ in range(options.shots):
        desktop.shot()
        time.sleep(random.uniform(0, .3))
        if random.random() < .1:
            kills += 1
            victim = desktop.server if who == "server" else child
            victim.kill()
            victim.wait(d.LIMIT)
            for _ in range(random.randrange(3)):
                time.sleep(random.uniform(0, 1))
            if who == "server":
                desktop.serve()
            else:
                child = watch()
    expected = {f"Screenshot {number}.png" for number in range(1, desktop.count + 1)}
    deadline = time.time() + 300
    while time.time() < deadline:
        names = [entry["name"] for entry in desktop.state("history.json")]
        if len(names) >= len(expected) and not desktop.state("waiting.json"):
            break
        time.sleep(.2)
    time.sleep(3)
    names = [entry["name"] for entry in desktop.state("history.json")]
    child.kill()
    child.wait()
    stored, page = [], {"next": ""}
    session = (desktop.home / ".local/state/typesafe/session").read_text().strip()
    while "next" in page and page["next"] is not None:
        before = f"&before={page['next']}" if page["next"] else ""
        url = f"{desktop.env['TYPESAFE_SERVER']}/results?session_id={session}&limit=100{before}"
        page = json.loads(urllib.request.urlopen(url, timeout=d.LIMIT).read())
        stored += page["results"]
    failures = sum(b'"error"' in raw for raw in told)
    line(f"{desktop.count} screenshots while {who} is killed {kills} times",
         f"{len(set(names) & expected)} judged, {len(names) - len(set(names))} twice, {len(stored)} stored by the server, "
         f"{failures} failures told, {len(desktop.state('waiting.json'))} still wait",
         f"{desktop.count}, 0, {desktop.count}, 0, 0",
         sorted(names) == sorted(expected) and len(stored) == desktop.count and failures == 0)


def serverkills(desktop, options):
    judged_once(desktop, options, "server")


def watchkills(desktop, options):
    judged_once(desktop, options, "watch")


def waiting(desktop, options):
    """Measures `watch` while screenshots wait for a server that is down."""
    desktop.server.kill()
    child = desktop.start("watch", "--auto")
    d.wait_for(child.stderr.fileno(), b"Watching")
    for _ in range(12):
        desktop.shot()
    # After that the attempts are as rare as they get.
    time.sleep(40)
    share, resident = at_rest(child, options)
    line(f"12 screenshots wait for {options.idle_seconds} s", f"{share:.3f} % of a core, {resident:.1f} MB resident", "0.05 %, 15 MB",
         share <= .05 and resident <= 15 and len(desktop.state("waiting.json")) == 12)


def at_rest(child, options):
    """The share of a core in percent, and the resident memory in MB (median), of a command that has nothing to do, which is ended then."""
    figures = [d.usage(child.pid)]
    for _ in range(20):
        time.sleep(options.idle_seconds / 20)
        figures.append(d.usage(child.pid))
    child.kill()
    child.wait()
    return (figures[-1][0] - figures[0][0]) / options.idle_seconds * 100, d.percentile([resident for _, resident in figures], .5)


def idle(desktop, options):
    child = desktop.start("watch", "--auto")
    d.wait_for(child.stderr.fileno(), b"Watching")
    # A scan loads code that the start doesn't, so memory is measured after one.
    desktop.shot()
    d.wait_for(child.stdout.fileno(), b"RISK")
    time.sleep(8)
    share, resident = at_rest(child, options)
    line(f"watch idle for {options.idle_seconds} s", f"{share:.3f} % of a core, {resident:.1f} MB resident", "0.05 %, 15 MB",
         share <= .05 and resident <= 15)


MEASUREMENTS = {f.__name__: f for f in (start, prompt, polling, auto, fetch, storm, kill, serverkills, watchkills, waiting, idle)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=[[], *MEASUREMENTS])
    parser.add_argument("--typesafe", type=pathlib.Path, default=d.BUILD / "typesafe")
    parser.add_argument("--server", type=pathlib.Path, default=d.BUILD / "typesafe-server")
    parser.add_argument("--sample", type=pathlib.Path, default=d.ROOT / "Resources/samples/benign-code-android-light.png")
    parser.add_argument("--idle-seconds", type=int, default=600)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--shots", type=int, default=200)
    options = parser.parse_args()
    for name in options.what or MEASUREMENTS:
        desktop = d.Desktop(options.typesafe, options.server, options.sample)
        try:
            MEASUREMENTS[name](desktop, options)
        finally:
            desktop.close()


main()
