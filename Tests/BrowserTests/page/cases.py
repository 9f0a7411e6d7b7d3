"""What the page does in a browser: each function is a case, and its docstring the sentence that must be true."""
import base64
import pathlib
import tempfile
import zlib

import states as s
from accessibility import violations
from server import Server, key_file
from setting import Setting
from webdriver import ENTER, SPACE, TAB, Browser, until


def chosen(setting: Setting):
    """A picture that is chosen is judged at once, and the words that count are marked where they stand on it."""
    browser = setting.begin()
    s.choose(browser, s.HIGH)
    assert s.verdict(browser) == "high"
    assert "looks like a scam" in browser.run("return document.activeElement.innerText"), "the focus is on the verdict"
    assert "looks like a scam" in browser.run("return document.getElementById('live').textContent"), "the verdict is announced"
    boxes = browser.run("""
        const picture = document.querySelector('.sheet img').getBoundingClientRect();
        return [...document.querySelectorAll('.mark')].map((mark) => {
            const box = mark.getBoundingClientRect();
            return [(box.x - picture.x) / picture.width, (box.y - picture.y) / picture.height, box.width / picture.width, box.height / picture.height];
        });""")
    assert len(boxes) >= 5
    # The bubble with the link lies between a fifth and a half of this picture's height.
    assert all(0 <= x and x + width <= 1 and 0.2 < y and y + height < 0.5 for x, y, width, height in boxes), boxes


def lit(setting: Setting):
    """Pointing at a reason, focusing or choosing it lights its marks, and choosing a mark lights its reason."""
    browser = setting.begin()
    s.choose(browser, s.HIGH)
    s.verdict(browser)
    lit = "[...document.querySelectorAll('.mark.lit')].length"
    assert browser.run(f"return {lit}") == 0
    browser.run("document.getElementById('reason-3').focus()")
    assert browser.run(f"return {lit}") > 0
    browser.run("document.activeElement.blur()")
    assert browser.run(f"return {lit}") == 0
    browser.click("#reason-3")
    assert browser.run("return document.getElementById('reason-3').getAttribute('aria-pressed')") == "true"
    assert browser.run(f"return {lit}") > 0
    browser.click(".mark:not(.quiet)")
    name = browser.run("return document.querySelector('[aria-pressed=true]').id")
    assert name != "reason-3" and browser.run("return document.querySelector(`.reason.lit`).id") == name


def dropped(setting: Setting):
    """A picture that is dropped on the page is judged."""
    browser = setting.begin()
    s.drop(browser, s.HIGH)
    assert s.verdict(browser) == "high"


def pasted(setting: Setting):
    """A picture that is pasted with Ctrl+V is judged, and a text is put into its field."""
    browser = setting.begin()
    browser.command("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.command("Page.bringToFront")
    browser.run("""
        const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        return navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);""",
        base64.b64encode(s.HIGH.read_bytes()).decode())
    paste = {"key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "modifiers": 2, "commands": ["Paste"]}
    browser.command("Input.dispatchKeyEvent", type="keyDown", **paste)
    assert s.verdict(browser) == "high"
    s.begin(browser, setting.server.url)
    browser.run("return navigator.clipboard.writeText(arguments[0])", s.MEDIUM)
    browser.command("Input.dispatchKeyEvent", type="keyDown", **paste)
    browser.wait("document.getElementById('text').value")


def keyboard(setting: Setting):
    """Everything can be reached and done with the keyboard alone, and the focus is never lost."""
    browser = setting.begin()
    focused = "return document.activeElement.id || document.activeElement.name"

    def tab_to(name: str):
        def arrives():
            browser.press(TAB)
            return browser.run(focused) == name
        until(arrives, f"Tab reaches {name}", limit=20)

    tab_to("image")
    tab_to("text")
    browser.press(*s.MEDIUM)
    tab_to("country")
    browser.press(TAB, ENTER)
    assert s.verdict(browser) == "medium"
    assert browser.run(focused) == "verdict"
    tab_to("reason-1")
    assert browser.run("return document.querySelectorAll('mark.lit').length") > 0
    browser.press(SPACE)
    assert browser.run("return document.activeElement.getAttribute('aria-pressed')") == "true"
    tab_to("report-country")
    browser.run("history.back()")
    browser.wait("!document.getElementById('start').hidden")
    assert browser.run(focused) == "start-title"


def levels(setting: Setting):
    """Each level has its own words and its own shape; "not sure" is told apart from "no sign found"."""
    browser = setting.begin()
    seen = {}
    for name in ("high", "medium", "low", "not understood", "no text"):
        state = s.states(browser, setting.server.url, setting.folder)[name]
        s.begin(browser, setting.server.url)
        state()
        seen[name] = (
            s.verdict(browser), browser.run("return document.getElementById('verdict').textContent"),
            browser.run("return document.querySelector('.shape .ground').getAttribute('d')"))
    assert [seen[name][0] for name in seen] == ["high", "medium", "low", "unknown", "unknown"], seen
    assert len({words for _, words, _ in seen.values()}) == 5
    assert len({shape for _, _, shape in seen.values()}) == 4
    assert all(seen[name][1].startswith("Not sure") for name in ("not understood", "no text"))


def without_scripts(setting: Setting):
    """Without scripts the page is a plain form, whose answer is a page as well."""
    browser = Browser(setting.browser.driver, scripts=False)
    try:
        browser.open(setting.server.url)
        assert not browser.run("return document.documentElement.dataset.ready")
        s.choose(browser, s.HIGH)
        browser.click("form button")
        until(lambda: "usps-redelivery" in browser.do("GET", "/source"), "the answer is shown")
        assert browser.do("GET", "/url") == setting.server.url + "scan-image?language=en"
        assert browser.run("return document.contentType") == "text/html"
    finally:
        browser.close()


def faults(setting: Setting):
    """What is no picture, or a broken one, is said in plain words, and the page goes on."""
    browser = setting.begin()
    s.choose(browser, pathlib.Path(__file__))
    assert "isn't a picture" in browser.wait("document.getElementById('hint').textContent")
    wrong = pathlib.Path(setting.folder, "words.png")
    wrong.write_text("no picture", encoding="utf-8")
    large = pathlib.Path(setting.folder, "large.png")
    # A picture that the browser knows would be sent smaller.
    large.write_bytes(b"no picture" + bytes(16 << 20))
    for file, words in ((wrong, "isn't a picture"), (s.broken(setting.folder), "damaged"), (large, "too large")):
        s.begin(browser, setting.server.url)
        s.choose(browser, file)
        browser.wait("document.querySelector('.panel .buttons')")
        assert words in s.shown(browser), s.shown(browser)
        assert "urn:" not in s.shown(browser)
    browser.click(".panel button")
    browser.wait("!document.getElementById('start').hidden")


def empty(setting: Setting):
    """Sending nothing says what is missing."""
    browser = setting.begin()
    browser.click("form button")
    assert "choose a picture" in browser.wait("document.getElementById('hint').textContent")


def server_gone(setting: Setting):
    """A server that goes in the middle of a scan is named, and the scan can be tried again with the same picture."""
    browser = setting.browser
    server = Server(setting.executable)
    try:
        s.begin(browser, server.url)
        browser.wait("navigator.serviceWorker.controller")
        server.hold()
        s.choose(browser, s.HIGH)
        browser.wait("document.querySelector('.panel progress')")
        browser.wait("performance.getEntriesByName(new URL('scan-image', document.baseURI).href).length")
        server.kill()
        browser.wait("document.querySelector('.panel .buttons')")
        assert "doesn't answer" in s.shown(browser), s.shown(browser)
        server.start()
        browser.click(".panel button")
        assert s.verdict(browser) == "high"
        server.kill()
        s.begin(browser, server.url)
        assert "Show the message" in s.shown(browser), "the page's own files are kept"
    finally:
        server.close()


def widths(setting: Setting):
    """From 320 pixels to 4K, and with letters of twice the size, nothing runs out of the page to the side."""
    browser = setting.begin()
    for name, state in s.states(browser, setting.server.url, setting.folder).items():
        s.begin(browser, setting.server.url)
        state()
        for width, size in ((320, 100), (390, 100), (768, 100), (1440, 100), (3840, 100), (640, 200), (1280, 200)):
            browser.look(width, 800)
            browser.run("document.documentElement.style.fontSize = arguments[0]", "" if size == 100 else f"{size}%")
            wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{name} at {width}, letters {size} %: {wide} pixels too wide"
        browser.look()


def several(setting: Setting):
    """Several pictures of one talk are shown in its order, each with its own marks, and in the order of who gave them on request."""
    browser = setting.browser
    first, second = s.talk(browser, setting.folder, 0, 4), s.talk(browser, setting.folder, 2, 7)
    setting.begin()
    s.choose(browser, second, first)
    assert s.verdict(browser) in ("medium", "high")
    heights = "return [...document.querySelectorAll('.sheet img')].map((image) => image.naturalHeight)"
    assert browser.run(heights) == [480, 600]
    assert all(browser.run("return [...document.querySelectorAll('figure')].map((one) => one.querySelectorAll('.mark').length)"))
    browser.click(".conversation button")
    until(lambda: browser.run(heights) == [600, 480], "the pictures stand as they were given")
    setting.begin()
    s.choose(browser, *sorted(s.SAMPLES.glob("*.png")))
    s.verdict(browser)
    assert browser.run("return document.querySelectorAll('figure').length") == 10
    assert browser.run("return document.querySelectorAll('.conversation li').length") > 1, "different talks are told apart"


def goes_on(setting: Setting):
    """A result goes on in another language and when the page is loaded again, takes a further picture, and is gone once it was left."""
    browser = setting.begin()
    browser.wait("navigator.serviceWorker.controller")
    s.choose(browser, s.LOW)
    assert s.verdict(browser) == "low"
    browser.click("nav [lang=de]")
    browser.wait("document.documentElement.lang === 'de'")
    assert s.verdict(browser) == "low"
    browser.wait("document.querySelector('.sheet img').naturalWidth")
    browser.do("POST", "/refresh", {})
    assert s.verdict(browser) == "low"
    s.drop(browser, s.HIGH)
    browser.wait("document.querySelectorAll('figure').length === 2")
    browser.run("history.back()")
    browser.wait("!document.getElementById('start').hidden")
    browser.do("POST", "/refresh", {})
    browser.wait("document.documentElement.dataset.ready")
    assert not browser.run("return document.getElementById('start').hidden")
    for back in ("history.back()", f"location.href = '{setting.server.url}'"):
        s.write(browser, s.MEDIUM)
        s.verdict(browser)
        # A click that opens a language elsewhere says nothing of where the page itself goes.
        browser.run("const link = document.querySelector('nav [lang=fr]'); link.onclick = (event) => event.preventDefault(); link.click()")
        browser.open("about:blank")
        browser.run(back)
        browser.wait("document.documentElement.dataset.ready")
        assert "parcel-info" not in browser.run("return document.documentElement.outerHTML + document.getElementById('text').value")


def short(setting: Setting):
    """On a phone, where to report it comes within two screens and all within five, and no reason is said twice."""
    browser = setting.browser
    browser.look(390, 844)
    for file in sorted(s.SAMPLES.glob("scam-*.png")):
        s.begin(browser, setting.server.url)
        s.choose(browser, file)
        s.verdict(browser)
        height, report = browser.run(
            "return [document.documentElement.scrollHeight, document.querySelector('.report').getBoundingClientRect().top + scrollY]")
        assert height <= 5 * 844 and report <= 2 * 844, f"{file.name}: {height}, {report}"
        said = browser.run("""
            const text = document.getElementById('view').textContent;
            return [...document.querySelectorAll('.reason strong')].map((one) => [one.textContent, text.split(one.textContent).length - 1]);""")
        assert said and all(count == 1 for _, count in said), f"{file.name}: {said}"
    browser.look()


def lightened(setting: Setting):
    """A heavy picture is sent smaller, and judged as before."""
    heavy = pathlib.Path(setting.folder, "heavy.png")
    picture = s.HIGH.read_bytes()
    # A chunk that no reader looks at, before the end of the picture.
    filling = b"teSt" + bytes(1_500_000)
    heavy.write_bytes(picture[:-12] + len(filling[4:]).to_bytes(4, "big") + filling + zlib.crc32(filling).to_bytes(4, "big") + picture[-12:])
    browser = setting.begin()
    browser.run("const { send } = XMLHttpRequest.prototype; XMLHttpRequest.prototype.send = function (form) { window.sent = form.get('image').size; send.call(this, form); };")
    s.choose(browser, heavy)
    assert s.verdict(browser) == "high"
    assert browser.run("return window.sent") < 200_000
    # Whoever stops while it is made smaller sends nothing of it.
    setting.begin()
    browser.run("""
        const { text } = Blob.prototype, { send } = XMLHttpRequest.prototype;
        Blob.prototype.text = function () { return new Promise((resolve) => { window.go = () => resolve(text.call(this)); }); };
        window.sent = [];
        XMLHttpRequest.prototype.send = function (form) { window.sent.push(form.get('image').size); send.call(this, form); };""")
    s.choose(browser, heavy)
    browser.wait("typeof window.go === 'function'")
    browser.click(".panel button")
    browser.wait("!document.getElementById('start').hidden")
    browser.run("window.go()")
    s.choose(browser, s.LOW)
    assert s.verdict(browser) == "low"
    assert browser.run("return window.sent") == [s.LOW.stat().st_size]


def objected(setting: Setting):
    """The example is judged, and its result can be shared, recorded, and objected to where the operator takes feedback."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(setting.executable, "--feedback-directory", folder)
        try:
            browser = setting.browser
            s.begin(browser, server.url)
            browser.click("#example")
            assert s.verdict(browser) == "high"
            browser.run("navigator.share = undefined; navigator.clipboard.writeText = async (text) => { window.told = text; };")
            for number, words in ((1, "record is ready"), (2, "Copied"), (3, "Thank you")):
                browser.click(f".deed:nth-of-type({number}) button")
                until(lambda: words in s.shown(browser), words)
            assert "looks like a scam" in browser.run("return window.told")
            kept = [file.read_text() for file in pathlib.Path(folder).rglob("*.json*")]
            assert len(kept) == 1 and "parcel-customs-fee" in kept[0] and "legit" in kept[0], kept
        finally:
            server.close()
    setting.begin()
    browser.click("#example")
    s.verdict(browser)
    assert browser.run("return document.querySelectorAll('.deed').length") == 2, "nothing is offered that the server refuses"


def passed_on(setting: Setting):
    """A picture that is safe to pass on is shown before it is saved, with what was covered on it."""
    browser = setting.begin()
    s.choose(browser, s.LOW)
    s.verdict(browser)
    browser.click(".deed button")
    browser.wait("document.querySelector('.outcome img')?.naturalWidth")
    assert "1 name" in s.shown(browser), s.shown(browser)
    assert browser.run("return document.querySelector('.outcome a[download]').href.startsWith('blob:')")
    # For a report, who writes stays.
    browser.click(".deed:nth-of-type(2) button")
    browser.wait("document.querySelector('.deed:nth-of-type(2) .outcome img')?.naturalWidth")
    assert "1 name" not in browser.run("return document.querySelector('.deed:nth-of-type(2)').innerText")


def recorded(setting: Setting):
    """A record for the bank or the police can be saved, and has what the page shows."""
    browser = setting.begin()
    s.choose(browser, s.HIGH)
    s.verdict(browser)
    # The page's policy lets nobody fetch what is in memory, so the record is caught where it gets its address.
    browser.run("const { createObjectURL } = URL; URL.createObjectURL = (blob) => { window.caught = blob; return createObjectURL(blob); };")
    browser.click(".deed:nth-of-type(3) button")
    browser.wait("document.querySelector('.deed a[download]')")
    record = browser.run("return window.caught.text()")
    assert record.lstrip().lower().startswith("<!doctype html") and "usps-redelivery-help[.]top" in record
    assert "<script" not in record


def printed(setting: Setting):
    """A verdict is printed on two sheets at most, with the words that were read, and without links to other languages."""
    for sample in sorted(s.SAMPLES.glob("scam-*.png")):
        browser = setting.begin()
        s.choose(browser, sample)
        s.verdict(browser)
        sheets = browser.sheets()
        assert 1 <= sheets <= 2, (sample.name, sheets)
        browser.command("Emulation.setEmulatedMedia", media="print")
        try:
            assert browser.run("return document.querySelector('.words').open && !document.querySelector('nav').offsetWidth")
        finally:
            browser.command("Emulation.setEmulatedMedia", media="")


def accessible(setting: Setting):
    """axe finds nothing serious or critical in any state, light and dark."""
    if not setting.axe:
        return "skipped: axe isn't here (make browser-packages)"
    browser, found = setting.begin(), {}
    for name, state in s.states(browser, setting.server.url, setting.folder).items():
        s.begin(browser, setting.server.url)
        state()
        found[name] = violations(browser, setting.axe)
    server = Server(setting.executable, "--keys", key_file(setting.executable, setting.folder)[0])
    try:
        s.begin(browser, server.url)
        s.choose(browser, s.HIGH)
        browser.wait("document.getElementById('key')")
        found["key needed"] = violations(browser, setting.axe)
    finally:
        server.close()
    server = Server(setting.executable)
    try:
        s.begin(browser, server.url)
        server.hold()
        s.choose(browser, s.HIGH)
        browser.wait("document.querySelector('.panel progress')")
        found["under way"] = violations(browser, setting.axe)
        server.kill()
        browser.wait("document.querySelector('.panel .buttons')")
        found["server gone"] = violations(browser, setting.axe)
    finally:
        server.close()
    all_found = [f"{name}: {one}" for name, some in found.items() for one in some]
    assert not any(": serious" in one or ": critical" in one for one in all_found), "\n".join(all_found)
    return f"{len(found)} states, {len(all_found)} lesser findings {all_found or ''}"


ALL = [
    chosen, lit, dropped, pasted, keyboard, levels, without_scripts, faults, empty, server_gone, widths, several, goes_on, short, lightened, objected, passed_on, recorded, printed,
    accessible,
]
