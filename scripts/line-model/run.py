#!/usr/bin/env python3
"""Makes Resources/tessdata/screen.traineddata: lines, training, figures. See README.md."""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

import generate
import train

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = pathlib.Path("/usr/share/tesseract-ocr/5/tessdata/eng.traineddata")


def lists(work, lines, measured, program, processes):
    """The lists of lines of each stage of training. Training keeps one processor busy, so that the second half of the lines
    and those to measure with are drawn while the first stage trains on the first half."""
    half = generate.generate(work / "train", lines // 2, "train", program, processes=processes)
    first = work / "train" / "first"
    shutil.copy(work / "train" / "list", first)
    with concurrent.futures.ThreadPoolExecutor(1) as background:
        drawn = background.submit(draw_rest, work, lines - lines // 2, measured, program, len(half), max(1, processes - 1))
        yield first
        drawn.result()
    while True:
        yield work / "train" / "list"


def draw_rest(work, lines, measured, program, first, processes):
    generate.generate(work / "measure", measured, "measure", program, kept_out=True, own_only=True, processes=processes)
    generate.generate(work / "train", lines, "train", program, processes=processes, first=first)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".build" / "line-model", help="where the lines and checkpoints go")
    parser.add_argument("--base", type=pathlib.Path, default=DEBIAN, help="the integer model to go on from")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build" / "release" / "line-strips", help="the finder")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "Resources" / "tessdata" / "screen.traineddata")
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--iterations", type=int, default=49_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--smoke", action="store_true", help="every step once, in a minute; the model is of no use and stays in the work folder")
    options = parser.parse_args()
    lines, iterations, measured, output = options.lines, options.iterations, 600, options.output
    work = options.work.resolve()
    if options.smoke:
        lines, iterations, measured = 400, 100, 100
        work, output = work / "smoke", work / "smoke" / "screen.traineddata"
    work.mkdir(parents=True, exist_ok=True)
    program = [str(options.program.resolve())]
    for stale in work.glob("*/*.lstmf"):
        stale.unlink()
    # Whole rounds of files are made, so a smoke run needs small ones.
    if options.smoke:
        generate.PAGES_OF_A_FILE = 3
    checkpoint = train.train(options.base, lists(work, lines, measured, program, options.processes), work / "model", iterations)
    output.parent.mkdir(parents=True, exist_ok=True)
    train.integer_model(checkpoint, work / "model" / "screen" / "screen.traineddata", output)
    print(f"{output}: {output.stat().st_size / 1e6:.2f} MB", flush=True)
    models = [f"--model={options.base.parent}:{options.base.stem}", f"--model={output.parent}:{output.stem}"]
    evaluate = pathlib.Path(__file__).with_name("evaluate.py")
    subprocess.run([sys.executable, evaluate, *models, "--lines", work / "measure", "--count", str(measured)], check=True)


if __name__ == "__main__":
    main()
