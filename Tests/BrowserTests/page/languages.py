"""The page in its reader's language: each function is a case, and its docstring the sentence that must be true."""
import madeup
import states as s
from accessibility import violations
from server import Server
from setting import Setting
from webdriver import ENTER, TAB, Browser, until

# Runs of letters that are English on a page in another language. Names, and what a message says, are none.
LETTERS = r"/[A-Za-z]{2,}/g"
# Unicode's tables know the made-up language's tag, Esperanto, and so a name for Greek.
NAMES = {"TypeSafe", "QR", "Ctrl", "PNG", "JPEG", "WebP", "http", "SMS", "PIN", "ID", "greka"}


def offered(browser: Browser) -> list[str]:
    """The languages that the page can be read in."""
    return browser.run("return [...document.querySelectorAll('nav a')].map((one) => one.lang)")


def language(browser: Browser) -> str:
    return browser.run("return document.documentElement.lang")


def made_up(setting: Setting) -> Server:
    return Server(madeup.installation(setting.executable, setting.folder))


def by_browser(setting: Setting):
    """The page speaks the language that the browser asks for, and so do the answers."""
    there = offered(setting.begin())
    told = {}
    for wish, tag in (("fr-CH", "fr"), ("de-AT,en;q=0.5", "de"), ("zh-TW", "zh-Hant"), ("xx", "en")):
        if tag not in [*there, "en"]:
            continue
        browser = Browser(setting.browser.driver, wish)
        try:
            s.begin(browser, setting.server.url)
            assert language(browser) == tag, f"{wish}: {language(browser)}"
            s.write(browser, s.MEDIUM)
            s.verdict(browser)
            told[tag] = browser.run("return ['#verdict', '.verdict .reason strong', '.now li'].map((one) => document.querySelector(one).textContent)")
        finally:
            browser.close()
    for tag, words in told.items():
        assert tag == "en" or not set(words) & set(told["en"]), f"{tag}: {words}"
    return ", ".join(told)


def unscripted(setting: Setting, url: str):
    browser = Browser(setting.browser.driver, scripts=False)
    try:
        browser.open(url)
        assert not browser.run("return document.documentElement.dataset.ready")
        browser.click(f"nav a[lang={madeup.TAG}]")
        until(lambda: browser.do("GET", "/url").endswith(f"?language={madeup.TAG}"), "the link is followed")
        s.choose(browser, s.HIGH)
        browser.click("form button")
        until(lambda: "usps-redelivery" in browser.do("GET", "/source"), "the answer is shown")
        assert language(browser) == madeup.TAG
    finally:
        browser.close()


def switched(setting: Setting):
    """A language is chosen by the keyboard, and without scripts as well; the form then sends its choice."""
    browser, server = setting.begin(), made_up(setting)
    try:
        s.begin(browser, server.url)
        assert language(browser) == "en" and madeup.TAG in offered(browser)

        def arrives():
            browser.press(TAB)
            return browser.run("return document.activeElement.lang") == madeup.TAG
        until(arrives, "Tab reaches the language", limit=20)
        browser.press(ENTER)
        browser.wait(f"document.documentElement.dataset.ready && document.documentElement.lang === '{madeup.TAG}'")
        assert browser.run("return document.querySelector('nav [aria-current]').lang") == madeup.TAG
        assert browser.run("return document.getElementById('start-title').textContent") == madeup.marked("Show the message")
        unscripted(setting, server.url)
    finally:
        server.close()


def alone(setting: Setting):
    """No word of English is left where a language has all texts: everything that the page says is out of them."""
    browser, server = setting.begin(), made_up(setting)
    url = f"{server.url}?language={madeup.TAG}"
    left = {}
    try:
        for name, state in s.states(browser, url, setting.folder).items():
            s.begin(browser, url)
            state()
            # Words of the message, names of places to report to and of countries are no texts of ours.
            left[name] = browser.run(f"""
                document.querySelectorAll('details').forEach((one) => {{ one.open = true; }});
                const page = document.body.cloneNode(true);
                page.querySelectorAll('bdi, mark, q, .text, .lines, .report ul, select, [hidden], nav, script').forEach((one) => one.remove());
                const labels = [...page.querySelectorAll('[alt], [aria-label], [title]')].flatMap((one) => [one.alt, one.ariaLabel, one.title]);
                return [document.title, page.textContent, ...labels].join(' ').match({LETTERS}) ?? [];""")
    finally:
        server.close()
    found = {name: words for name, some in left.items() if (words := sorted(set(some) - NAMES))}
    assert not found, found


def kept_apart(setting: Setting):
    """Without the server, each language's page is there with its own words."""
    browser, server = setting.browser, made_up(setting)
    pages = {tag: f"{server.url}?language={tag}" for tag in ("en", madeup.TAG)}
    words = ("Show the message", "Please choose a picture, or paste the words of the message.")
    try:
        for tag, url in pages.items():
            s.begin(browser, url)
            kept = "return caches.match('./').then((page) => page?.headers.get('content-language'))"
            until(lambda: browser.run(kept) == tag, f"the page is kept in {tag}")
        server.kill()
        for tag, url in pages.items():
            s.begin(browser, url)
            browser.click("form button")
            browser.wait("document.getElementById('hint').textContent")
            said = browser.run("return ['start-title', 'hint'].map((id) => document.getElementById(id).textContent)")
            assert said == [word if tag == "en" else madeup.marked(word) for word in words], said
        s.begin(browser, server.url)
        assert language(browser) == madeup.TAG, "the last language is shown where none is asked for"
    finally:
        server.close()


def narrow(setting: Setting):
    """In every language, and in one with longer words, nothing runs out of a page of 320 pixels to the side."""
    browser, server = setting.begin(), made_up(setting)
    chosen = ("start", "high", "medium", "low", "no text", "links", "problem")
    try:
        for tag in offered_by(browser, server):
            url = f"{server.url}?language={tag}"
            every = s.states(browser, url, setting.folder)
            browser.look(320, 800)
            for name in chosen:
                s.begin(browser, url)
                every[name]()
                browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{name} in {tag}: {wide} pixels too wide"
    finally:
        server.close()


def offered_by(browser: Browser, server: Server) -> list[str]:
    s.begin(browser, server.url)
    return offered(browser)


def accessible(setting: Setting):
    """axe finds nothing serious or critical in another language."""
    if not setting.axe:
        return "skipped: axe isn't here (make browser-packages)"
    browser, server = setting.begin(), made_up(setting)
    url, found = f"{server.url}?language={madeup.TAG}", []
    try:
        every = s.states(browser, url, setting.folder)
        for name in ("start", "high", "low", "links", "problem"):
            s.begin(browser, url)
            every[name]()
            found += [f"{name}: {one}" for one in violations(browser, setting.axe)]
    finally:
        server.close()
    assert not any(": serious" in one or ": critical" in one for one in found), "\n".join(found)
    return f"{len(found)} lesser findings {found or ''}"


ALL = [by_browser, switched, alone, kept_apart, narrow, accessible]
