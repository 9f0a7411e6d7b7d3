#!/usr/bin/env python3
"""`typesafe batch` against servers that share a Redis: kills the command at random, and looks whether each picture has one result.

The pictures are copies that differ of small ones, so that thousands are read in minutes. A first batch that nobody kills tells the throughput. Then --pictures are scanned by
a command that is killed --kills times, and started again at once.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

from fleet import ROOT, Fleet, parser, small_pictures

LOOK = 0.05  # Seconds between looks at the results.


def write_pictures(folder: pathlib.Path, count: int) -> None:
    folder.mkdir()
    for number, png in enumerate(small_pictures(count)):
        (folder / f"{number:06}.png").write_bytes(png)


def taken(fleet: Fleet) -> int:
    """Scans that workers took from the queue."""
    pages = [node.caller().call("GET", "/metrics").body.decode() for node in fleet.workers]
    return sum(int(float(value)) for page in pages for value in re.findall(r"^typesafe_shared_claims_total\S* (\S+)$", page, re.M))


class Batch:
    """The command, which goes on where it was killed."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, fleet: Fleet) -> None:
        node = fleet.fronts[0]
        self.results = folder.with_suffix(".jsonl")
        self.command = [program, "batch", folder, "--out", self.results, "--exit-zero",
                        "--server", f"http://{node.host.address}:{node.server.port}"]
        self.dead = self.until_line = 0.0  # Seconds without a process; until the next result after a kill.
        self.known = self.read = 0  # Lines of the results, and the bytes in which they were counted.

    def lines(self) -> int:
        """Reads what is new only, as looking takes processor time from the servers. A line that a kill cut off is taken away by the next process, and was no line."""
        if self.results.exists():
            with self.results.open("rb") as file:
                file.seek(self.read)
                new = file.read()
            whole = new[:new.rfind(b"\n") + 1]
            self.known += whole.count(b"\n")
            self.read += len(whole)
        return self.known

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def wait_for(self, count: int) -> None:
        while self.lines() < count:
            if self.process.poll() is not None:
                raise SystemExit(f"FAILED: the command ended with {self.process.returncode}: {self.process.stderr.read()[-500:]!r}")
            time.sleep(LOOK)

    def kill(self) -> None:
        started = time.monotonic()
        self.process.kill()
        self.process.wait()
        known = self.lines()
        self.start()
        self.dead += time.monotonic() - started
        self.wait_for(known + 1)
        self.until_line += time.monotonic() - started


def run(options, fleet: Fleet, folder: pathlib.Path, count: int, kills: int) -> tuple[Batch, float]:
    write_pictures(folder, count)
    batch, chance = Batch(options.program, folder, fleet), random.Random(options.seed)
    started = time.monotonic()
    batch.start()
    for place in sorted(chance.sample(range(count // 20, count * 19 // 20), kills)):
        batch.wait_for(place)
        batch.kill()
        print(f"  killed at {place}", flush=True)
    code = batch.process.wait()
    lasted = time.monotonic() - started
    ids = [json.loads(line)["id"] for line in batch.results.read_text().splitlines()]
    errors = sum('"error"' in line for line in batch.results.read_text().splitlines())
    wanted = {path.name for path in folder.iterdir()}
    print(f"{count} pictures, {kills} kills: exit {code}, {len(ids)} lines, {len(wanted - set(ids))} left out, "
          f"{len(ids) - len(set(ids))} twice, {errors} errors", flush=True)
    if code != 0 or sorted(ids) != sorted(wanted) or errors:
        raise SystemExit("FAILED")
    return batch, lasted


def main() -> int:
    made = parser(__doc__)
    made.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/typesafe")
    made.add_argument("--pictures", type=int, default=20_000)
    made.add_argument("--baseline", type=int, default=2_000, help="pictures of the batch that nobody kills")
    made.add_argument("--kills", type=int, default=10)
    options = made.parse_args()
    with Fleet(options) as fleet, tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        _, lasted = run(options, fleet, folder / "quiet", options.baseline, 0)
        alone = options.baseline / lasted
        before = taken(fleet)
        batch, lasted = run(options, fleet, folder / "killed", options.pictures, options.kills)
        print(f"handed to workers: {taken(fleet) - before}")
        rates = [options.pictures / (lasted - less) for less in (0, batch.dead, batch.until_line)]
        print(f"pictures a second: {alone:.1f} without kills; with them {rates[0]:.1f}, less the {batch.dead:.1f} s without a process "
              f"{rates[1]:.1f} ({rates[1] / alone:.3f}), less the {batch.until_line:.1f} s until the next result {rates[2]:.1f} ({rates[2] / alone:.3f})")
    return int(rates[2] < 0.95 * alone)


if __name__ == "__main__":
    sys.exit(main())
