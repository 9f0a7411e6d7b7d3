"""The states that the page can be in, and how a person gets there."""
import pathlib

from webdriver import Browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "Resources/samples"

HIGH = SAMPLES / "scam-parcel-imessage-light.png"
LOW = SAMPLES / "benign-chat-whatsapp-dark.png"
MEDIUM = "Your parcel is waiting. See http://parcel-info.org for more"
STRANGE = "Το τρένο φτάνει στις οκτώ. Θα σε περιμένω στον σταθμό, φέρε και το βιβλίο που σου δάνεισα."
ARABIC = "عزيزي العميل، تم تعليق حسابك البنكي. يرجى التحديث فورا عبر الرابط https://alrajhi-bank.top/update"
CHINESE = "【邮政】您的包裹因地址不详无法派送，请立即点击 https://post-redelivery.top/cn 更新地址并支付运费3.5元"
HOSTILE = (
    '<img src=x onerror="document.title=1"><script>document.title=1</script> Verify your account at https://paypal.com.secure-login.top/a'
    " or moc.lapyap\u202eelgoog\u202c or http://user@evil.top \u200bnow")
LINKS = (
    "Amazon: your account is locked. Verify at http://amazon.com.account-verify.top/login or https://аррӏе.com/id. "
    "Mail help@amaz0n-support.xyz or call +44 20 7946 0958")

TALK = [
    "Hi, is this Anna? We met at the trade fair in May.", "Sorry, wrong number then. But you sound kind!",
    "I am Mei, I work in fashion in Singapore.", "My uncle taught me to trade gold online, I earn well.",
    "I can show you his platform, you start with 500 dollars.", "Send the money to my account and I will trade for you.",
    "You will double it within a week, I promise.",
]


def begin(browser: Browser, url: str):
    # Only a new document forgets a session that a case before has left.
    browser.open("about:blank")
    browser.open(url)
    browser.wait("document.documentElement.dataset.ready")


def choose(browser: Browser, *files: pathlib.Path):
    browser.type("#image", "\n".join(str(file) for file in files))


def drop(browser: Browser, file: pathlib.Path):
    """Drops a file on the page."""
    place = {"x": 400, "y": 200, "data": {"items": [], "files": [str(file)], "dragOperationsMask": 1}}
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.command("Input.dispatchDragEvent", type=kind, **place)


def write(browser: Browser, text: str):
    """Puts a text into the field and sends it. Typed letter by letter, it would take the driver seconds."""
    browser.run("document.getElementById('text').value = arguments[0]", text)
    browser.click("form button")


def verdict(browser: Browser) -> str:
    """The class of the verdict that is shown, such as `high`."""
    browser.wait("document.querySelector('#verdict')")
    return browser.run("return document.querySelector('.verdict').className.split(' ')[1]")


def shown(browser: Browser) -> str:
    return browser.run("return document.querySelector('main').innerText")


def unfold(browser: Browser):
    """Opens what a person can open."""
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def broken(folder: str) -> pathlib.Path:
    """A picture that ends after its beginning."""
    file = pathlib.Path(folder, "broken.png")
    file.write_bytes(HIGH.read_bytes()[:3000])
    return file


def drawn(browser: Browser, folder: str, name: str, html: str, width: int = 390, height: int = 300) -> pathlib.Path:
    """A picture of a page that was made for it."""
    file = pathlib.Path(folder, f"{name}.png")
    page = pathlib.Path(folder, f"{name}.html")
    page.write_text(f"<!doctype html><meta charset=utf-8><body style='font:20px DejaVu Sans,sans-serif;margin:16px'>{html}", encoding="utf-8")
    browser.look(width, height)
    browser.open(page.as_uri())
    browser.picture(file, whole=False)
    return file


def talk(browser: Browser, folder: str, first: int, end: int) -> pathlib.Path:
    """A picture of some messages of a long talk; the more messages, the higher."""
    style = "background:#e9e9eb;border-radius:16px;padding:10px 14px;width:270px;margin:10px 0"
    bubbles = "".join(f"<p style='{style}'>{words}</p>" for words in TALK[first:end])
    return drawn(browser, folder, f"talk-{first}-{end}", bubbles, height=120 * (end - first))


def states(browser: Browser, url: str, folder: str) -> dict:
    """A function for each state that brings the page there."""
    def scan(*files):
        return lambda: (choose(browser, *files), verdict(browser))

    def text(words):
        return lambda: (write(browser, words), verdict(browser))

    blank = drawn(browser, folder, "blank", "")
    return {
        "start": lambda: None, "high": scan(HIGH), "low": scan(LOW), "medium": text(MEDIUM), "not understood": text(STRANGE),
        "no text": scan(blank), "Arabic": text(ARABIC), "Chinese": text(CHINESE), "hostile": text(HOSTILE), "links": text(LINKS),
        "problem": lambda: (choose(browser, broken(folder)), browser.wait("document.querySelector('.panel .buttons')")),
        "refused file": lambda: (choose(browser, pathlib.Path(__file__)), browser.wait("document.getElementById('hint').textContent")),
    }
