"""How well the marks of the page lie on the words: against pictures whose every line's place is known.

usage: python3 Benchmarks/page/overlap.py SERVER FOLDER     (FOLDER: pictures with a JSON file each, as `render.py` writes them)
"""
import hashlib
import json
import pathlib
import re
import sys
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Tests/BrowserTests/page"))
import states  # noqa: E402
import webdriver  # noqa: E402
from server import Server  # noqa: E402

# A word counts as marked where at least this share of it is covered.
COVERED = 0.7

PLACES = """
    const picture = document.querySelector('.sheet img');
    const whole = picture.getBoundingClientRect(), scale = picture.naturalWidth / whole.width;
    return [...document.querySelectorAll('.mark')].map((mark) => {
        const box = mark.getBoundingClientRect();
        return [(box.x - whole.x) * scale, (box.y - whole.y) * scale, (box.right - whole.x) * scale, (box.bottom - whole.y) * scale];
    });"""

# The boxes around the ink of a line's words. A line's place has room above and below its letters, which no mark needs to cover; between
# the letters of a line, the widest gaps are those between its words.
WORDS = """
    const [[left, top, right, bottom], count] = arguments;
    const picture = document.querySelector('.sheet img');
    const [x, y, width, height] = [Math.floor(left), Math.floor(top), Math.ceil(right - left), Math.ceil(bottom - top)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.drawImage(picture, -x, -y);
    const { data } = context.getImageData(0, 0, width, height);
    const grey = Array.from({ length: width * height }, (_, i) => (data[4 * i] * 2 + data[4 * i + 1] * 5 + data[4 * i + 2]) >> 3);
    const ground = [...grey].sort((a, b) => a - b)[grey.length >> 1];
    const ink = (column, row) => Math.abs(grey[row * width + column] - ground) >= 60;
    const rows = Array.from({ length: height }, (_, row) => row), columns = Array.from({ length: width }, (_, column) => column);
    const filled = columns.filter((column) => rows.some((row) => ink(column, row)));
    if (!filled.length) return [];
    const gaps = filled.slice(1).map((column, i) => ({ i, width: column - filled[i] })).sort((a, b) => b.width - a.width).slice(0, count - 1);
    if (gaps.length < count - 1 || gaps.some((gap) => gap.width < 2)) return [];
    const ends = [...gaps.map((gap) => gap.i).sort((a, b) => a - b), filled.length - 1];
    return ends.map((end, i) => {
        const [from, to] = [filled[i ? ends[i - 1] + 1 : 0], filled[end]];
        const inked = rows.filter((row) => columns.slice(from, to + 1).some((column) => ink(column, row)));
        return [x + from, y + inked[0], x + to + 1, y + inked[inked.length - 1] + 1];
    });"""


def is_put_aside(name: str) -> bool:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def letters(text: str) -> str:
    return re.sub(r"\W", "", text).lower()


def shared(one, other) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def area(box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def words_of(browser: webdriver.Browser, lines: list[dict], part: str, near) -> list[list[float]]:
    """The places of a part's words on the line that has it; none where the part was read otherwise, or the words can't be told apart."""
    found = [line for line in lines if letters(part) and letters(part) in letters(line["text"])]
    if not found:
        return []
    line = max(found, key=lambda one: shared(one["bbox"], near))
    match = re.search(r"\W*".join(map(re.escape, letters(part))), line["text"], re.IGNORECASE)
    words = list(re.finditer(r"\S+", line["text"]))
    places = browser.run(WORDS, line["bbox"], len(words))
    # A word that the part has only a piece of, such as that before a full stop, counts as long as most of it is in the part.
    return [place for word, place in zip(words, places) if match and
            min(word.end(), match.end()) - max(word.start(), match.start()) > 0.7 * (word.end() - word.start())]


def scan(url: str, file: pathlib.Path) -> dict:
    request = urllib.request.Request(url + "scan-image", file.read_bytes(), {"Content-Type": "image/png"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def main(executable: pathlib.Path, folder: pathlib.Path):
    driver = webdriver.Driver()
    server = Server(executable)
    browser = webdriver.Browser(driver)
    browser.look()
    shares, precise, pictures, unread = [], [], 0, 0
    for truth in sorted(folder.glob("*.json")):
        facts = json.loads(truth.read_text(encoding="utf-8"))
        if not isinstance(facts, dict) or is_put_aside(facts["file"]):
            continue
        file = folder / facts["file"]
        states.begin(browser, server.url)
        states.choose(browser, file)
        states.verdict(browser)
        browser.wait("document.querySelector('.sheet img')?.complete")
        marks = browser.run(PLACES)
        lines = [line for block in facts["blocks"] for line in block["lines"]]
        pictures += bool(marks)
        for finding in scan(server.url, file)["findings"]:
            parts = re.split(r"\n| … ", finding.get("quote", ""))
            if len(parts) != len(finding["boxes"]):
                continue
            for part, box in zip(parts, finding["boxes"]):
                place = [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]
                mark = max(marks, key=lambda one: shared(one, place) / (area(one) + area(place)))
                words = words_of(browser, lines, part, place)
                unread += not words
                shares += [shared(word, mark) / area(word) for word in words]
                if words:
                    around = [min(w[0] for w in words), min(w[1] for w in words), max(w[2] for w in words), max(w[3] for w in words)]
                    precise.append(shared(around, mark) / area(mark))
    browser.close()
    server.close()
    driver.close()
    covered = sum(share >= COVERED for share in shares) / len(shares)
    print(f"{pictures} pictures with marks, {len(shares)} marked words, {covered:.3f} of them covered by {COVERED} or more; "
          f"of the marks' area {sum(precise) / len(precise):.3f} lies on their words; {unread} parts were read otherwise, or their words couldn't be told apart")


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
