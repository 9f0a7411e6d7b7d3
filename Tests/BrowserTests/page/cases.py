"""What must hold of the page in a browser. Each function is a case; its docstring is the sentence that must be true."""
import base64
import html
import pathlib

import states as s
from server import Server, key_file
from webdriver import Browser, until

TAB, ENTER, SPACE = "\ue004", "\ue006", "\ue00d"


class Setting:
    """What the cases share: a server and a browser."""

    def __init__(self, executable: pathlib.Path, server: Server, browser: Browser, folder: str, axe: str | None):
        self.executable, self.server, self.browser, self.folder, self.axe = executable, server, browser, folder, axe

    def begin(self) -> Browser:
        self.browser.look()
        s.begin(self.browser, self.server.url)
        return self.browser


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
    place = {"x": 400, "y": 200, "data": {"items": [], "files": [str(s.HIGH)], "dragOperationsMask": 1}}
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.command("Input.dispatchDragEvent", type=kind, **place)
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
    browser = setting.begin()
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(setting.server.url)
        s.choose(browser, s.HIGH)
        browser.click("form button")
        until(lambda: "usps-redelivery" in browser.do("GET", "/source"), "the answer is shown")
        assert browser.do("GET", "/url") == setting.server.url + "scan-image"
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.run("return document.contentType") == "text/html"


def faults(setting: Setting):
    """What is no picture, or a broken one, is said in plain words, and the page goes on."""
    browser = setting.begin()
    s.choose(browser, pathlib.Path(__file__))
    assert "isn’t a picture" in browser.wait("document.getElementById('hint').textContent")
    wrong = pathlib.Path(setting.folder, "words.png")
    wrong.write_text("no picture", encoding="utf-8")
    large = pathlib.Path(setting.folder, "large.png")
    large.write_bytes(s.HIGH.read_bytes() + bytes(16 << 20))
    for file, words in ((wrong, "isn’t a picture"), (s.broken(setting.folder), "damaged"), (large, "too large")):
        s.begin(browser, setting.server.url)
        s.choose(browser, file)
        browser.wait("document.querySelector('.panel .buttons')")
        assert words in s.shown(browser), s.shown(browser)
        assert "urn:" not in s.shown(browser)
    browser.click(".panel .second")
    browser.wait("!document.getElementById('start').hidden")


def empty(setting: Setting):
    """Sending nothing says what is missing."""
    browser = setting.begin()
    browser.click("form button")
    assert "choose a picture" in browser.wait("document.getElementById('hint').textContent")


def key_needed(setting: Setting):
    """Where the server wants a key, the page asks for it, keeps it in the tab only, and goes on with the same picture."""
    browser = setting.browser
    file, key = key_file(setting.executable, setting.folder)
    server = Server(setting.executable, "--keys", file)
    try:
        s.begin(browser, server.url)
        s.choose(browser, s.HIGH)
        browser.wait("document.getElementById('key')")
        browser.type("#key", "tsk_wrong" + ENTER)
        browser.wait("document.querySelector('.panel')?.innerText.includes('doesn’t know this key')")
        browser.type("#key", key + ENTER)
        assert s.verdict(browser) == "high"
        assert browser.run("return localStorage.length + document.cookie.length") == 0
        assert key not in browser.run("return document.documentElement.outerHTML")
        s.begin(browser, server.url)
        s.choose(browser, s.HIGH)
        assert s.verdict(browser) == "high", "the tab still has the key"
        first = browser.do("GET", "/window")
        browser.do("POST", "/window", {"handle": browser.do("POST", "/window/new", {"type": "tab"})["handle"]})
        s.begin(browser, server.url)
        s.choose(browser, s.HIGH)
        browser.wait("document.getElementById('key')")
        # A key in the path needs no other.
        s.begin(browser, f"{server.url}k/{key}/")
        s.choose(browser, s.HIGH)
        assert s.verdict(browser) == "high"
        browser.do("DELETE", "/window")
        browser.do("POST", "/window", {"handle": first})
        assert key not in server.log
    finally:
        server.close()


def server_gone(setting: Setting):
    """A server that goes in the middle of a scan is named, and the scan can be tried again with the same picture."""
    browser = setting.browser
    server = Server(setting.executable)
    try:
        s.begin(browser, server.url)
        server.hold()
        s.choose(browser, s.HIGH)
        browser.wait("document.querySelector('.panel progress')")
        browser.wait("performance.getEntriesByName(new URL('scan-image', document.baseURI).href).length")
        server.kill()
        browser.wait("document.querySelector('.panel .buttons')")
        assert "doesn’t answer" in s.shown(browser), s.shown(browser)
        server.start()
        browser.click(".panel button")
        assert s.verdict(browser) == "high"
        server.kill()
        s.begin(browser, server.url)
        assert "Show the message" in s.shown(browser), "the page's own files are kept"
    finally:
        server.close()


def hostile(setting: Setting):
    """Markup and signs that turn the text are shown as words, out of a text and out of a picture."""
    browser = setting.begin()
    title = browser.run("return document.title")
    s.write(browser, s.HOSTILE)
    s.verdict(browser)
    words = s.shown(browser)
    assert "<img src=x onerror" in words and "<script>" in words and "⟨U+202E⟩" in words
    assert not any(sign in browser.run("return document.documentElement.outerHTML") for sign in "\u202e\u200b\u2066")
    assert browser.run("return document.querySelectorAll('#view img, #view script, #view a[href*=evil]').length") == 0
    file = s.drawn(browser, setting.folder, "hostile", html.escape(
        '<img src=x onerror=alert(1)> Your account is locked. Verify it at https://secure-login-check.top/verify <b>now</b>'))
    setting.begin()
    s.choose(browser, file)
    s.verdict(browser)
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert "img src=x" in s.shown(browser), s.shown(browser)
    assert browser.run("return document.querySelectorAll('#view img').length") == 1, "only the picture itself"
    assert browser.run("return document.title") == title


def links(setting: Setting):
    """Links are shown in full, can't be tapped, and what is odd about them is underlined."""
    browser = setting.begin()
    s.write(browser, s.LINKS)
    s.verdict(browser)
    words = s.shown(browser)
    assert "hxxp://amazon[.]com[.]account-verify[.]top/login" in words, words
    odd = browser.run("return [...document.querySelectorAll('u.odd')].map((one) => one.textContent)")
    assert "amazon[.]com[.]" in odd and "account-verify[.]top" in odd, odd
    assert browser.run("return [...document.querySelectorAll('#view a')].every((a) => a.rel.includes('noreferrer') && /gov|org|uk|com/.test(a.host))")
    assert not browser.run("return [...document.querySelectorAll('#view a')].some((a) => a.href.includes('verify'))")


def directions(setting: Setting):
    """A message is shown in its own direction, and the page in its own."""
    browser = setting.begin()
    for text, direction in ((s.ARABIC, "rtl"), (s.CHINESE, "ltr")):
        s.begin(browser, setting.server.url)
        s.write(browser, text)
        s.verdict(browser)
        assert browser.run("return getComputedStyle(document.querySelector('.text')).direction") == direction
        assert browser.run("return getComputedStyle(document.body).direction") == "ltr"
        assert browser.run("return getComputedStyle(document.querySelector('.address')).direction") == "ltr"
        assert text[:12] in s.shown(browser)


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


def forgets(setting: Setting):
    """Nothing is stored, and going back, leaving and coming again shows nothing of the message."""
    browser = setting.begin()
    s.choose(browser, s.HIGH)
    s.verdict(browser)
    picture = browser.run("return document.querySelector('.sheet img').src")
    drawn = "const image = new Image(); image.src = arguments[0]; return image.decode().then(() => true, () => false);"
    assert picture.startswith("blob:") and browser.run(drawn, picture)
    browser.run("history.back()")
    browser.wait("!document.getElementById('start').hidden")
    assert "usps" not in browser.run("return document.documentElement.outerHTML").lower()
    assert not browser.run(drawn, picture), "the picture is out of memory"
    s.write(browser, s.MEDIUM)
    s.verdict(browser)
    browser.open("about:blank")
    browser.run("history.back()")
    browser.wait("document.getElementById('text')")
    assert "parcel-info" not in browser.run("return document.documentElement.outerHTML + document.getElementById('text').value")
    stored = browser.run("""
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)));
        return { stored: localStorage.length + sessionStorage.length, cookies: document.cookie, kept: kept.flat(), databases: (await indexedDB.databases()).length };""")
    assert stored["stored"] == 0 and not stored["cookies"] and stored["databases"] == 0
    assert all(path == "/" or path.startswith("/page/") for path in stored["kept"]), stored


def own_server_only(setting: Setting):
    """The page asks no other host for anything, and keeps its own policy."""
    browser = setting.begin()
    browser.complaints()
    s.choose(browser, s.HIGH)
    s.verdict(browser)
    hosts = browser.run("return [...new Set(performance.getEntriesByType('resource').map((one) => new URL(one.name).origin))]")
    assert hosts == [setting.server.url.rstrip("/")], hosts
    assert not browser.complaints(), browser.complaints()


def shared(setting: Setting):
    """What a phone's share sheet sends is handed to the page by the service worker, once, and never reaches a cache."""
    browser = setting.begin()
    browser.wait("navigator.serviceWorker.controller")
    browser.run("""
        const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'multipart/form-data', action: 'scan-image?shared=1' });
        const field = Object.assign(document.createElement('input'), { type: 'file', name: 'image' });
        const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'shared.png', { type: 'image/png' }));
        field.files = files.files;
        form.append(field);
        document.body.append(form);
        form.submit();""", base64.b64encode(s.HIGH.read_bytes()).decode())
    assert s.verdict(browser) == "high"
    assert browser.do("GET", "/url") == setting.server.url
    s.begin(browser, setting.server.url + "#shared")
    assert "share it again" in browser.wait("document.getElementById('hint').textContent")


def recorded(setting: Setting):
    """A record for the bank or the police can be saved, and has what the page shows."""
    browser = setting.begin()
    s.choose(browser, s.HIGH)
    s.verdict(browser)
    # The page's policy lets nobody fetch what is in memory, so the record is caught where it gets its address.
    browser.run("const { createObjectURL } = URL; URL.createObjectURL = (blob) => { window.caught = blob; return createObjectURL(blob); };")
    browser.click(".deed:nth-of-type(2) button")
    browser.wait("document.querySelector('.deed a[download]')")
    record = browser.run("return window.caught.text()")
    assert record.lstrip().lower().startswith("<!doctype html") and "usps-redelivery-help[.]top" in record
    assert "<script" not in record


def accessible(setting: Setting):
    """axe finds nothing serious or critical in any state, light and dark."""
    if not setting.axe:
        return "skipped: axe isn't here (make browser-packages)"
    browser, found = setting.begin(), []
    for name, state in s.states(browser, setting.server.url, setting.folder).items():
        s.begin(browser, setting.server.url)
        state()
        for dark in (False, True):
            browser.look(dark=dark)
            browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            browser.run("if (!window.axe) { (0, eval)(arguments[0]); }", setting.axe)
            violations = browser.run("""
                const { violations } = await axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
                return violations.map((one) => `${one.impact} ${one.id} ${one.nodes.map((node) => node.target).join(' | ')}`);""")
            found += [f"{name}, {'dark' if dark else 'light'}: {one}" for one in violations]
    serious = [one for one in found if ": serious" in one or ": critical" in one]
    assert not serious, "\n".join(serious)
    return f"{len(found)} minor or moderate" + "".join(f"\n    {one}" for one in found)


ALL = [
    chosen, lit, dropped, pasted, keyboard, levels, without_scripts, faults, empty, key_needed, server_gone, hostile, links, directions,
    widths, forgets, own_server_only, shared, recorded, accessible,
]
