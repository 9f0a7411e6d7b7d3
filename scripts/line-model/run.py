#!/usr/bin/env python3
"""Makes Resources/tessdata/screen.traineddata: lines, training, figures. See README.md."""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import generate
import train

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = pathlib.Path("/usr/share/tesseract-ocr/5/tessdata/eng.traineddata")


def lists(work, lines, measured, program, processes):
    """The list of each stage's lines. Every stage has lines of its own, as `lstmtraining` begins each at its list's beginning,
    and those of later stages would be seen by none. Training keeps one processor busy, so that only the first stage's lines
    are drawn before it starts."""
    parts = [part for _, part in train.STAGES]

    def draw(stage, processes):
        folder = work / f"stage{stage}"
        generate.generate(folder, lines * parts[stage] // sum(parts), f"stage {stage}", program, processes=processes)
        return folder / "list"

    first = draw(0, processes)
    beside = max(1, processes - 1)
    with concurrent.futures.ThreadPoolExecutor(1) as background:
        drawn = [background.submit(draw, stage, beside) for stage in range(1, len(parts))]
        to_measure = background.submit(
            generate.generate, work / "measure", measured, "measure", program, kept_out=True, own_only=True, processes=beside)
        yield first
        for one in drawn[:-1]:
            yield one.result()
        # What comes after the last list isn't waited for.
        to_measure.result()
        yield drawn[-1].result()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".build" / "line-model", help="where the lines and checkpoints go")
    parser.add_argument("--base", type=pathlib.Path, default=DEBIAN, help="the integer model to go on from")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build" / "release" / "line-strips", help="the finder")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "Resources" / "tessdata" / "screen.traineddata")
    parser.add_argument("--lines", type=int, default=73_000)
    parser.add_argument("--iterations", type=int, default=68_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--smoke", action="store_true", help="every step once, in a minute; the model is of no use and stays in the work folder")
    options = parser.parse_args()
    lines, iterations, measured, output = options.lines, options.iterations, 1000, options.output
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
