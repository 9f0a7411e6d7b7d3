#!/usr/bin/env python3
"""What a short request costs: processor time of the server's process for each text and each GET /health, and the latter beside what
`http-echo` needs for it, which has nothing but the HTTP server. Needs `wrk`."""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import time

import service
import client
import process_stats

# A line of a rule file with an example.
EXAMPLE = re.compile(r'^\s+- ("(?:[^"\\]|\\.)*")$', re.MULTILINE)
SCRIPT = """
local bodies, n = {}, 0
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local headers = { ["Content-Type"] = "application/json" }
request = function()
  n = n + 1
  return wrk.format("POST", "/analyze-text", headers, bodies[(n * 7919) %% #bodies + 1])
end
"""


def examples() -> list[str]:
    files = sorted((service.ROOT / "Resources" / "rules").glob("*/*.yaml"))
    found = [quoted for file in files for quoted in EXAMPLE.findall(file.read_text(encoding="utf-8"))]
    # Patterns are quoted too, and have braces or gaps.
    texts = [json.loads(quoted) for quoted in found if not any(sign in quoted for sign in ("\\", "{", "..."))]
    # Three of them are as long as messages are.
    return [" ".join(texts[start:start + 3]) for start in range(0, len(texts), 3)]


def cost(pid: int, url: str, options: argparse.Namespace, *arguments: str) -> tuple[float, float]:
    """Microseconds of processor time for each request, and requests a second."""
    for seconds in (1, options.seconds):
        before = process_stats.read_one(pid).cpu_seconds
        output = subprocess.run(
            ["wrk", "-t1", f"-c{options.connections}", f"-d{seconds}s", *arguments, url],
            capture_output=True, text=True, check=True).stdout
        used = process_stats.read_one(pid).cpu_seconds - before
    if "Non-2xx" in output:
        raise SystemExit("FAILED: " + output)
    count = int(re.search(r"(\d+) requests in", output)[1])
    return used / count * 1e6, float(re.search(r"Requests/sec:\s*(\S+)", output)[1])


def echo(options: argparse.Namespace) -> float:
    process = subprocess.Popen([options.server.parent / "http-echo", str(options.echo_port)])
    try:
        for _ in range(100):
            try:
                client.Connection("127.0.0.1", options.echo_port, 1).close()
                break
            except OSError:
                time.sleep(.1)
        return cost(process.pid, f"http://127.0.0.1:{options.echo_port}/health", options)[0]
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--echo-port", type=int, default=18_090)
    parser.add_argument("arguments", nargs="*", help="for the server, behind --")
    options = parser.parse_args()
    bare = echo(options)
    server = service.Server(options.server, ["--log-level", "info", *options.arguments])
    server.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            bodies, script = pathlib.Path(folder, "bodies"), pathlib.Path(folder, "texts.lua")
            bodies.write_text("".join(json.dumps({"text": text}) + "\n" for text in examples()), encoding="utf-8")
            script.write_text(SCRIPT % bodies)
            url = f"http://127.0.0.1:{server.port}"
            health, _ = cost(server.pid, url + "/health", options)
            text, rate = cost(server.pid, url + "/analyze-text", options, "-s", str(script))
    finally:
        server.stop()
    print(f"/health {health:.1f} µs, http-echo {bare:.1f} µs: {bare / health:.2f} of its requests a second")
    print(f"a text {text:.0f} µs, {rate:.0f} a second")


if __name__ == "__main__":
    main()
