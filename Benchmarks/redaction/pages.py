"""Draws pages that somebody wrote for this benchmark, and tells from their markup what is personal.

A page is one HTML file. `<b class="p" data-kind="name">` marks a personal thing, class `m` what holds words of a message. All other words are the
interface's. A personal thing without words is a picture.
"""
import hashlib
import json

# A window in CSS pixels, and its pixels per CSS pixel. It takes its width from the page, from the narrowest phone's on.
PHONE = (320, 740, 2)
# A page that is wider than a phone is drawn as a computer shows it, at one pixel per CSS pixel.
WIDEST_PHONE = 500
# A page is drawn to its end, but no higher than this many CSS pixels.
HIGHEST = 2600
# Every word that is seen, run by run: words that follow each other on one line in one colour, in an element that is no part of a line. A word's box
# is that of its glyphs' line. What is personal is a word of its own, also without a blank before it.
COLLECT = r"""
const runs = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const isInline = element => getComputedStyle(element).display.startsWith('inline') && getComputedStyle(element).display !== 'inline-block';
const things = [...document.querySelectorAll('.p')];
let run;
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const parent = node.parentElement;
  if (parent.closest('script,style') || !parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
  let block = parent;
  while (isInline(block) && block !== document.body) block = block.parentElement;
  const color = getComputedStyle(parent).color;
  const role = parent.closest('.m') ? 'message_in' : 'other';
  const thing = parent.closest('.p');
  for (const match of node.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    // A word that is broken has a box on each line.
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) continue;
      const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const top = document.elementFromPoint(...middle);
      if (top && !parent.contains(top) && !top.contains(parent)) continue;
      if (!run || run.block !== block || run.color !== color || run.role !== role || middle[1] > run.bottom || middle[1] < run.top)
        runs.push(run = {block, color, role, top: box.top, bottom: box.bottom, words: []});
      run.words.push({text: match[0], kind: thing ? thing.dataset.kind || 'other' : '', item: thing ? things.indexOf(thing) + 1 : 0,
        box: [box.left, box.top, box.right, box.bottom]});
    }
  }
}
for (const thing of things) {
  if (thing.innerText.trim()) continue;
  const box = (thing.firstElementChild || thing).getBoundingClientRect();
  const isSeen = box.width > 1 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  if (isSeen) runs.push({role: 'picture', color: '', words: [{text: '.', kind: 'picture', item: 1, box: [box.left, box.top, box.right, box.bottom]}]});
}
return runs.map(run => ({role: run.role, color: run.color, lines: [{words: run.words}]}));
"""


def is_aside(page):
    """Whether a page is put aside, by its file's name."""
    return int(hashlib.sha256(page.name.encode()).hexdigest(), 16) % 3 == 0


def shoot(browser, page):
    """The page's runs of words, its picture, and its pixels per CSS pixel."""
    width, height, scale = PHONE

    def resize(width, height, scale):
        browser.devtools("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    resize(width, height, scale)
    browser.open(page)
    width = browser.run("return document.documentElement.scrollWidth")
    scale = scale if width <= WIDEST_PHONE else 1
    resize(width, height, scale)
    resize(width, min(max(height, browser.run("return document.documentElement.scrollHeight")), HIGHEST), scale)
    browser.run("return document.fonts.ready.then(() => 0)")
    return browser.run(COLLECT), browser.picture(), scale


def draw(browser, pages, folder, truth):
    for page in pages:
        blocks, picture, scale = shoot(browser, page)
        (folder / f"{page.stem}.png").write_bytes(picture)
        described = truth(blocks, scale, f"{page.stem}.png", page.stem) | {"aside": is_aside(page)}
        (folder / f"{page.stem}.json").write_text(json.dumps(described, ensure_ascii=False), encoding="utf-8")
