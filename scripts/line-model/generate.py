"""Makes the lines to train on, or to measure with: files of pairs (.lstmf) in a folder, and the list of them."""
import argparse
import multiprocessing
import pathlib
import random
import tempfile
import time

import cuts
import lstmf
import pages

PAGES_OF_A_FILE = 24


def make(job):
    folder, number, seed, kept_out, program, own_only = job
    rng = random.Random(f"{seed} {number}")
    with tempfile.TemporaryDirectory(dir=folder) as work:
        pairs = cuts.pairs(rng, program, pathlib.Path(work), [pages.render(rng, kept_out) for _ in range(PAGES_OF_A_FILE)])
    if own_only:
        pairs = [pair for pair in pairs if pair[2] == "own"]
    rng.shuffle(pairs)
    path = folder / f"lines{number:04d}.lstmf"
    lstmf.write(path, [(pixels, text) for pixels, text, _ in pairs])
    return path, len(pairs), sum(kind == "own" for *_, kind in pairs)


def generate(folder, lines, seed, program, kept_out=False, processes=2, own_only=False):
    """Makes at least so many lines, and returns the files' paths."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    started, paths, total, own = time.monotonic(), [], 0, 0
    with multiprocessing.Pool(processes) as pool:
        jobs = ((folder, number, seed, kept_out, program, own_only) for number in range(100_000))
        while total < lines:
            # Whole rounds, so that the lines are the same however fast each process is.
            for path, count, cut in pool.map(make, [next(jobs) for _ in range(8)], chunksize=1):
                paths.append(path)
                total, own = total + count, own + cut
            print(f"{total} lines, {own} of them cut by the finder, {time.monotonic() - started:.0f} s", flush=True)
    (folder / "list").write_text("".join(f"{path}\n" for path in sorted(folder.glob("*.lstmf"))))
    return paths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--lines", type=int, default=30_000)
    parser.add_argument("--seed", default="train")
    parser.add_argument("--kept-out", action="store_true", help="render in the fonts that aren't trained on")
    parser.add_argument("--own-only", action="store_true", help="only lines cut by the reader's finder")
    parser.add_argument("--program", default=".build/release/line-strips", help="the finder")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    generate(options.folder, options.lines, options.seed, [options.program], options.kept_out, options.processes,
             options.own_only)
