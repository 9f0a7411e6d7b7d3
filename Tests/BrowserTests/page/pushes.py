"""A scan's end as a notification: each function is a case, and its docstring the sentence that must be true."""
import contextlib
import json
import uuid

import madeup
import states as s
from accessibility import violations
from pushservice import PushService
from server import Server
from setting import Setting
from webdriver import ENTER, TAB, Browser, until
from worker import Worker

OFFER = ".panel .deed button"
OUTCOME = "document.querySelector('.panel .outcome').textContent"
# A browser of the tests has one registration, which is the first.
REGISTRATION = "0"
SUBSCRIPTION = "const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();"


@contextlib.contextmanager
def pushing(setting: Setting, executable=None):
    """A server that can push, the push service, and a browser that subscribes there."""
    service = PushService(setting.folder)
    server = Server(executable or setting.executable, *service.arguments(setting.executable))
    browser = service.browser(setting.browser)
    try:
        browser.look()
        yield browser, server, service
    finally:
        browser.close()
        server.close()
        service.close()


def permit(browser: Browser, server: Server, answer: str):
    """Answers the browser's question, whether the page may show notifications, before it is asked."""
    browser.command("Browser.setPermission", permission={"name": "notifications"}, setting=answer, origin=server.url.rstrip("/"))


def offered(browser: Browser, url: str):
    """Brings the page to a scan that goes on, and waits for the offer."""
    s.begin(browser, url)
    browser.wait("navigator.serviceWorker.controller")
    s.choose(browser, s.HIGH)
    browser.wait(f"document.querySelector('{OFFER}')?.checkVisibility()")


def outcome(browser: Browser) -> str:
    browser.click(OFFER)
    browser.wait(f"{OUTCOME} && !document.querySelector('{OFFER}').disabled")
    return browser.run(f"return {OUTCOME}")


class Pushed:
    """The service worker of a browser that gets pushes."""

    def __init__(self, browser: Browser, server: Server):
        self._browser, self._server, self._worker = browser, server, Worker(browser, server.url)
        self._worker.run("""
            globalThis.shown = [];
            const { showNotification } = registration;
            ServiceWorkerRegistration.prototype.showNotification = function (...values) {
                shown.push(showNotification.apply(this, values));
                return shown.at(-1);
            }; 0""")

    def get(self, text: str) -> list[dict]:
        """Hands a push to the service worker, as the browser does with one of its push service, and returns what is shown then."""
        number = self._worker.run("shown.length")
        self._browser.command("ServiceWorker.enable")
        self._browser.command("ServiceWorker.deliverPushMessage", origin=self._server.url, registrationId=REGISTRATION, data=text)
        # Whoever asked for the notifications before one is on the screen would have Chromium forget it.
        until(lambda: self._worker.run("shown.length") > number, "something is shown")
        return self._worker.run("""Promise.all(shown).then(() => registration.getNotifications()).then((all) =>
            all.map(({ title, body, lang, dir, tag, data }) => ({ title, body, lang, dir, tag, data })))""")

    def click(self) -> list:
        """Chooses a notification. Returns the windows that are asked for, and the number of notifications that are left."""
        # Only a person's own click lets a worker focus and open windows, so what it asks for is caught.
        return self._worker.run("""(async () => {
            const [notification] = await registration.getNotifications();
            const [asked, done] = [[], []];
            clients.openWindow = async (url) => asked.push(url);
            WindowClient.prototype.focus = async function () { asked.push(this.url); };
            const event = new NotificationEvent('notificationclick', { notification });
            event.waitUntil = (work) => done.push(work);
            dispatchEvent(event);
            await Promise.all(done);
            return [asked, (await registration.getNotifications()).length];
        })()""")

    def is_subscribed(self) -> bool:
        return self._worker.run("registration.pushManager.getSubscription().then(Boolean)")

    def close(self):
        self._worker.close()


def not_offered(setting: Setting):
    """A server without a key for pushes offers nothing."""
    browser, server = setting.begin(), Server(setting.executable)
    try:
        s.begin(browser, server.url)
        server.hold()
        s.choose(browser, s.HIGH)
        # What the server says of the scan's state comes with its id.
        browser.wait("document.querySelector('.panel')?.innerText.match(/Waiting|Opening|Reading/)")
        assert not browser.run("return document.querySelector('.panel .deed')")
    finally:
        server.close()


def refused(setting: Setting):
    """Nobody is asked for permission before the button is pressed; a browser that refuses, or can't, is named in words."""
    with pushing(setting) as (_, server, _):
        # This browser reaches no push service.
        browser = setting.begin()
        server.hold()
        permit(browser, server, "denied")
        offered(browser, server.url)
        browser.run("const ask = Notification.requestPermission; Notification.requestPermission = () => { window.asked = true; return ask.call(Notification); }")
        assert not browser.run("return window.asked")
        assert "isn't allowed to notify" in outcome(browser)
        assert browser.run("return window.asked")
        # Once more after the person has allowed it.
        permit(browser, server, "granted")
        assert "can't get notifications" in outcome(browser)
        # The scan goes on.
        server.release()
        assert s.verdict(browser) == "high"


def told(setting: Setting):
    """Whoever asked for it, by the keyboard, and left the page, gets the verdict as a notification, which leads to the result."""
    with pushing(setting) as (browser, server, service):
        server.hold()
        permit(browser, server, "granted")
        offered(browser, server.url + "?language=de")
        keys = service.receive(browser)

        def arrives():
            browser.press(TAB)
            return browser.run(f"return document.activeElement.matches('{OFFER}')")
        until(arrives, "Tab reaches the offer", limit=20)
        browser.press(ENTER)
        browser.wait("document.activeElement.matches('.outcome')")
        assert "Sie bekommen" in browser.run("return document.activeElement.textContent"), "the focus is on what came of it"
        key, visible = browser.run(SUBSCRIPTION + """
            const { applicationServerKey: key, userVisibleOnly } = subscription.options;
            return [btoa(String.fromCharCode(...new Uint8Array(key))), userVisibleOnly];""")
        assert key.rstrip("=") == service.public_key.replace("-", "+").replace("_", "/") and visible
        browser.open("about:blank")
        server.release()
        s.begin(browser, server.url)
        text = service.opened(browser, keys)
        facts = json.loads(text)
        assert facts["level"] == "high" and facts["language"] == "de", facts
        assert not any(word in text.lower() for word in ("parcel", "usps", "1.99")), text
        pushed = Pushed(browser, server)
        names = {"title": "title", "body": "body", "lang": "language", "tag": "scanID", "data": "scanID"}
        assert pushed.get(text) == [{"dir": "auto", **{key: facts[name] for key, name in names.items()}}]
        assert [one["title"] for one in pushed.get(json.dumps({**facts, "title": "Later"}))] == ["Later"], "it takes the place of the first"
        pushed.close()
        s.begin(browser, f"{server.url}#{facts['scanID']}")
        assert s.verdict(browser) == "high"
        assert "usps-redelivery" in s.shown(browser) and not browser.run("return document.querySelector('#view .sheet')")
        assert browser.do("GET", "/url") == server.url, "the address forgets the scan"
        # What was shown is forgotten, and a scan that nobody knows is, too.
        for scan in (facts["scanID"], uuid.uuid4()):
            s.begin(browser, f"{server.url}#{scan}")
            assert "isn't kept any more" in browser.wait("document.getElementById('hint').textContent")
        assert len(service.pushes) == 1


def clicked(setting: Setting):
    """A notification that is chosen goes away and leads to the open page, or opens one; the subscription ends where none was open."""
    with pushing(setting) as (browser, server, service):
        server.hold()
        permit(browser, server, "granted")
        offered(browser, server.url)
        keys = service.receive(browser)
        assert "You will get" in outcome(browser)
        # The browser's own back button leads to the start, and the scan goes on.
        browser.run("history.back()")
        browser.wait("!document.getElementById('start').hidden")
        server.release()
        text = service.opened(browser, keys)
        pushed = Pushed(browser, server)
        assert len(pushed.get(text)) == 1
        assert pushed.click() == [[server.url], 0]
        assert s.verdict(browser) == "high"
        assert pushed.is_subscribed()
        browser.open("about:blank")
        assert len(pushed.get(text)) == 1
        until(lambda: not pushed.is_subscribed(), "the subscription has ended")
        assert pushed.click() == [[f"./?language=en#{json.loads(text)['scanID']}"], 0]
        pushed.close()


def renewed(setting: Setting):
    """A browser that subscribed with a key that the server no longer has does so with the new one."""
    with pushing(setting) as (browser, server, service):
        server.hold()
        permit(browser, server, "granted")
        offered(browser, server.url)
        browser.run("""
            const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
            const applicationServerKey = await crypto.subtle.exportKey('raw', publicKey);
            await (await navigator.serviceWorker.ready).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });""")
        service.receive(browser)
        assert "You will get" in outcome(browser)
        server.release()
        until(lambda: service.pushes, "the push service is told")


def stopped(setting: Setting):
    """Who stops a scan isn't told that it was."""
    with pushing(setting) as (browser, server, service):
        server.hold()
        permit(browser, server, "granted")
        for path in ("/waiting", "/stopped"):
            offered(browser, server.url)
            service.receive(browser, path)
            assert "You will get" in outcome(browser)
        browser.click(".panel > button")
        assert "Stopped" in browser.wait("document.getElementById('hint').textContent")
        server.release()
        until(lambda: service.pushes, "the push service is told")
        assert [path for path, _ in service.pushes] == ["/waiting"]


def malformed(setting: Setting):
    """A push that says nothing shows the page's name and nothing else, and each push shows something."""
    browser = setting.begin()
    permit(browser, setting.server, "granted")
    browser.wait("navigator.serviceWorker.controller")
    texts = ["", "no JSON", "null", "[]", '"title"', "{}", '{"title": 5, "body": {"a": 1}, "scanID": [], "language": null}', '{"title": ""}']
    nothing = {"title": "TypeSafe", "body": "", "lang": "", "dir": "auto", "tag": "", "data": ""}
    pushed = Pushed(browser, setting.server)
    for number, text in enumerate(texts, 1):
        assert pushed.get(text) == [nothing] * number, text
    pushed.close()


def accessible(setting: Setting):
    """In every language, the offer and what comes of it fit into 320 pixels, and axe finds nothing serious or critical."""
    found = []
    with pushing(setting, madeup.installation(setting.executable, setting.folder)) as (browser, server, service):
        server.hold()
        s.begin(browser, server.url)
        for tag in browser.run("return [...document.querySelectorAll('nav a')].map((one) => one.lang)"):
            browser.look(320, 800)
            # A scan that is stopped would end a worker with it, and another one isn't held.
            offered(browser, f"{server.url}?language={tag}")
            service.receive(browser)
            for answer in ("denied", "granted"):
                browser.look(320, 800)
                permit(browser, server, answer)
                outcome(browser)
                wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{answer} in {tag}: {wide} pixels too wide"
                if setting.axe and tag in ("en", madeup.TAG):
                    found += [f"{answer} in {tag}: {one}" for one in violations(browser, setting.axe)]
    assert not any(": serious" in one or ": critical" in one for one in found), "\n".join(found)
    return "" if setting.axe else "without axe (make browser-packages)"


ALL = [not_offered, refused, told, clicked, renewed, stopped, malformed, accessible]
