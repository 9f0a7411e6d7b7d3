"""Trains Debian's English model further on lines of screens, with a character set of the project's own.

`lstmtraining`, `combine_lang_model` and the others come with Debian's tesseract-ocr.
"""
import os
import pathlib
import shutil
import subprocess

import float_model
from characters import CHARACTERS

# The learning rate of each stage, and its part of all iterations.
STAGES = [(7e-4, 14), (5e-4, 24), (2e-4, 20), (7e-5, 10)]
ENVIRONMENT = dict(os.environ, OMP_THREAD_LIMIT="1")


def run(*command, log=None):
    """Runs a program quietly; shows what it said if it fails."""
    done = subprocess.run([str(part) for part in command], env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if log:
        with open(log, "a", encoding="utf-8") as file:
            file.write(done.stdout)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-2000:]}")
    return done.stdout


def character_set(folder):
    """Makes the model's set of characters and their codes; returns the starter file that `lstmtraining` wants."""
    signs, scripts = folder / "characters.txt", folder / "scripts"
    scripts.mkdir(parents=True, exist_ok=True)
    signs.write_text("\n".join(CHARACTERS) + "\n", encoding="utf-8")
    run("unicharset_extractor", "--norm_mode", 1, "--output_unicharset", folder / "unicharset", signs)
    # The table of Chinese radicals must be there, though no Latin letter is looked up in it.
    (scripts / "radical-stroke.txt").write_text("19968 1 0\n")
    run("combine_lang_model", "--input_unicharset", folder / "unicharset", "--script_dir", scripts, "--output_dir", folder,
        "--lang", "screen")
    return folder / "screen" / "screen.traineddata"


def float_network(base, folder):
    """Takes the network out of a model and turns its integers into floats."""
    run("combine_tessdata", "-e", base, folder / "base.lstm")
    target = folder / "float.lstm"
    target.write_bytes(float_model.to_float((folder / "base.lstm").read_bytes()))
    return target


def train(base, lists, folder, iterations, stages=STAGES):
    """Trains and returns the checkpoint. `lists` yields for each stage the file that lists its .lstmf files."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    starter = character_set(folder)
    checkpoint = float_network(base, folder)
    parts = sum(part for _, part in stages)
    for number, ((rate, part), lines) in enumerate(zip(stages, lists)):
        output = folder / f"stage{number}"
        # What an earlier run left would be gone on with.
        pathlib.Path(f"{output}_checkpoint").unlink(missing_ok=True)
        converted = [] if number else ["--old_traineddata", base]
        said = run("lstmtraining", "--continue_from", checkpoint, *converted, "--traineddata", starter,
                   "--train_listfile", lines, "--model_output", output, "--learning_rate", rate,
                   "--reset_learning_rate", "--max_iterations", round(iterations * part / parts), log=folder / "training.log")
        reports = [line for line in said.splitlines() if line.startswith("At iteration")]
        print(f"stage {number}, rate {rate}: {reports[-1][:150] if reports else 'no report'}", flush=True)
        checkpoint = pathlib.Path(f"{output}_checkpoint")
    return checkpoint


def integer_model(checkpoint, starter, target):
    """Writes the model with integer weights, which is what the reader loads."""
    made = target.with_suffix(".new")
    run("lstmtraining", "--stop_training", "--convert_to_int", "--continue_from", checkpoint, "--traineddata", starter,
        "--model_output", made)
    shutil.move(made, target)
