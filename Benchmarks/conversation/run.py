#!/usr/bin/env python3
"""How a running server judges conversations of several pictures, which are sent in any order.

usage: run.py http://127.0.0.1:8080 FOLDER [--list] [--seed N]

FOLDER is what `pictures.py` made. The exit code is 1 if a bar is missed.
"""
import argparse
import collections
import difflib
import json
import os
import random
import sys
import urllib.request
import uuid

FLAGGED = ("medium", "high")
BARS = {"order": 0.95, "once": 0.98, "as uncut": 0.95, "same": 1.0, "flagged": 0.90, "calm": 0.98}


def post(address, pictures):
    boundary = uuid.uuid4().hex
    body = b""
    for path in pictures:
        with open(path, "rb") as file:
            body += (f"--{boundary}\r\nContent-Disposition: form-data; name=\"image\"; filename=\"p\"\r\n\r\n").encode()
            body += file.read() + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    request = urllib.request.Request(
        address + "/scan-image", body, {"content-type": f"multipart/form-data; boundary={boundary}"})
    with urllib.request.urlopen(request, timeout=120) as response:
        return json.load(response)


def letters(text):
    return "".join(letter for letter in text.lower() if letter.isalnum())


def times_read(bubble, blocks):
    """How often the joined talk's blocks are this bubble, or the same part of it: two halves of it are there once."""
    wanted = letters(bubble)
    if len(wanted) < 12:
        return 1  # A short answer may well be given twice.
    times = collections.Counter()
    for block in blocks:
        text = letters(block)
        match = difflib.SequenceMatcher(None, wanted, text, autojunk=False)
        shared = [place for part in match.get_matching_blocks() if part.size > 3 for place in range(part.a, part.a + part.size)]
        if len(shared) > 0.8 * len(text) and len(shared) > 0.4 * len(wanted):
            times.update(shared)
    most = max(times.values(), default=0)
    return max((count for count in range(1, most + 1) if sum(n >= count for n in times.values()) > 0.2 * len(wanted)), default=0)


def joined_blocks(answer):
    """The text of each bubble of the joined talk."""
    conversation = answer["conversation"]
    read = {one["picture"]: one["ocr"]["lines"] for one in conversation["pictures"]}
    blocks, last = [], None
    for place in conversation["lines"]:
        line = read[place["picture"]][place["line"]]
        if last == place["block"]:
            blocks[-1] += " " + line["text"]
        else:
            blocks.append(line["text"])
        last = place["block"]
    return blocks


def essence(answer):
    """What doesn't depend on the numbers of pictures."""
    return [answer["risk_level"], answer.get("scam_probability"), answer["scam_type"]] + [
        (finding["rule"], finding["weight"], finding.get("quote")) for finding in answer["findings"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="name each talk that isn't as it should be")
    options = parser.parse_args()
    results, ways = collections.defaultdict(list), collections.Counter()
    duplicates = bubbles = 0
    with open(os.path.join(options.folder, "manifest.jsonl"), encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    for entry in entries:
        paths = [os.path.join(options.folder, name) for name in entry["pictures"]]
        answers = []
        for time in range(2):
            shuffled = list(range(len(paths)))
            random.Random(f"{options.seed} {time} {entry['talk']}").shuffle(shuffled)
            answer = post(options.address, [paths[place] for place in shuffled])
            answer["true order"] = [shuffled[number - 1] for number in answer["conversation"]["order"]]
            answers.append(answer)
        answer = answers[0]
        uncut = post(options.address, [os.path.join(options.folder, entry["uncut"])])
        blocks = joined_blocks(answer)
        twice = [text for text in set(entry["bubbles"]) if times_read(text, blocks) > entry["bubbles"].count(text)]
        bubbles += len(entry["bubbles"])
        duplicates += len(twice)
        ways[answer["conversation"]["ordered_by"]] += 1
        is_flagged = answer["risk_level"] in FLAGGED
        checks = {
            "order": answer["true order"] == sorted(answer["true order"]) and "separate" not in answer["conversation"],
            "once": not twice,
            "as uncut": answer["risk_level"] == uncut["risk_level"],
            "same": essence(answer) == essence(answers[1]),
            "flagged" if entry["is_scam"] else "calm": is_flagged == entry["is_scam"],
        }
        for name, holds in checks.items():
            results[name].append(bool(holds))
        failed = [name for name, holds in checks.items() if not holds]
        if options.list and failed:
            print(f"{entry['talk']} ({entry['template']}): {', '.join(failed)}; order {answer['true order']} by "
                  f"{answer['conversation']['ordered_by']}, {answer['risk_level']}, uncut {uncut['risk_level']}", file=sys.stderr)
            for text in twice:
                print(f"    twice: {text}", file=sys.stderr)
            for finding in answer["findings"][:4]:
                print(f"    {finding['weight']:+.1f} {finding['rule']}", file=sys.stderr)
    print("| what | share | bar |\n|---|---|---|")
    missed = False
    for name, bar in BARS.items():
        held = results[name]
        if not held:
            continue
        share = sum(held) / len(held)
        missed |= share < bar
        print(f"| {name} | {sum(held)} of {len(held)} = {share:.1%} | {bar:.0%} |")
    print(f"\nBubbles counted twice: {duplicates} of {bubbles}. Ordered by: {dict(ways)}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
