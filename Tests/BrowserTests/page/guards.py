"""What the page must never do, whatever a message says: each function is a case, and its docstring the sentence that must be true."""
import base64
import html

import states as s
from server import Server, key_file
from setting import Setting
from webdriver import ENTER


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
        browser.wait("document.querySelector('.panel')?.innerText.includes('doesn\\'t know this key')")
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
    s.unfold(browser)
    assert "img src=x" in s.shown(browser), s.shown(browser)
    assert browser.run("return document.querySelectorAll('#view img').length") == 1, "only the picture itself"
    assert browser.run("return document.title") == title


def links(setting: Setting):
    """Links are shown in full, can't be tapped, and what is odd about them is underlined."""
    browser = setting.begin()
    s.write(browser, s.LINKS)
    s.verdict(browser)
    s.unfold(browser)
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


ALL = [key_needed, hostile, links, directions, forgets, own_server_only, shared]
