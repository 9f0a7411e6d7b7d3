"""A push service of the tests' own, at which Chromium subscribes."""
import base64
import http.server
import pathlib
import ssl
import struct
import subprocess
import tempfile
import threading

from webdriver import Browser, until

# Opens a push as a browser does (RFC 8291), by the browser's own code.
OPEN = """
    const [jwk, auth, own, body] = [arguments[0].key, ...[arguments[0].auth, arguments[0].p256dh, arguments[1]].map((text) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)))];
    const [salt, server, sealed] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)];
    const words = (text, ...more) => new Uint8Array([...new TextEncoder().encode(text + '\\0'), ...more.flatMap((one) => [...one])]);
    const derived = async (secret, salt, info, bits) => new Uint8Array(await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt, info }, await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']), bits));
    const curve = { name: 'ECDH', namedCurve: 'P-256' };
    const pair = [await crypto.subtle.importKey('raw', server, curve, false, []), await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits'])];
    const common = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: pair[0] }, pair[1], 256));
    const secret = await derived(common, auth, words('WebPush: info', own, server), 256);
    const key = await crypto.subtle.importKey('raw', await derived(secret, salt, words('Content-Encoding: aes128gcm'), 128), 'AES-GCM', false, ['decrypt']);
    const iv = await derived(secret, salt, words('Content-Encoding: nonce'), 96);
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
    return text.slice(0, text.lastIndexOf('\\u0002'));"""

# A browser's keys: what a subscription tells, and what it keeps.
KEYS = """
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return {
        key: await crypto.subtle.exportKey('jwk', privateKey), p256dh: text(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
        auth: text(crypto.getRandomValues(new Uint8Array(16))),
    };"""

# Chromium's endpoints are Google's, whatever service gave them, so the page passes on this one.
REDIRECT = """
    const [endpoint, p256dh, auth] = arguments;
    PushSubscription.prototype.toJSON = () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } });"""

# What Chromium is told when it checks in: its id and a token (AndroidCheckinResponse, fields 1, 7 and 8).
CHECKED_IN = b"\x08\x01\x39" + struct.pack("<Q", 1) + b"\x41" + struct.pack("<Q", 1)


class PushService:
    """Chromium subscribes at it without TLS. It takes what is pushed to any path over TLS, and keeps it."""

    def __init__(self, folder: str):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        (self.folder / "san").write_text("subjectAltName=DNS:localhost\n", encoding="utf-8")
        for command in (
            "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=Test",
            "req -newkey rsa:2048 -nodes -keyout key.pem -out csr.pem -subj /CN=localhost",
            "x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile san",
        ):
            subprocess.run(["openssl", *command.split()], cwd=self.folder, capture_output=True, check=True)
        self.pushes: list[tuple[str, bytes]] = []
        self._servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler()) for _ in range(2)]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "cert.pem", self.folder / "key.pem")
        self._servers[0].socket = context.wrap_socket(self._servers[0].socket, server_side=True)
        for server in self._servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def _handler(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = {"/gcm/checkin": CHECKED_IN, "/gcm/register": b"token=one"}.get(self.path)
                if answer is None:
                    service.pushes.append((self.path, body))
                self.send_response(201 if answer is None else 200)
                self.send_header("Content-Length", str(len(answer or b"")))
                self.end_headers()
                self.wfile.write(answer or b"")

            def log_message(self, *_):
                pass
        return Handler

    def arguments(self, executable: pathlib.Path) -> list[str]:
        """What a server needs to push to this service, and has then a key for."""
        file = self.folder / "push.yaml"
        file.write_text("secret: secret\nvapid:\n  key: vapid.pem\n  contact: mailto:admin@scan.example\n", encoding="utf-8")
        subprocess.run([executable, "push", "secret", self.folder / "secret"], capture_output=True, check=True)
        made = subprocess.run([executable, "push", "keys", self.folder / "vapid.pem"], capture_output=True, text=True, check=True)
        self.public_key = made.stdout.strip()
        return [
            "--push", str(file), "--database", str(self.folder / "typesafe.db"), "--webhook-allow-private", "true",
            "--webhook-ca", str(self.folder / "ca.pem")]

    def browser(self, other: Browser) -> Browser:
        """A browser that subscribes here, of the same driver as another one."""
        url = f"http://127.0.0.1:{self._servers[1].server_port}/gcm"
        # It would wait for messages at a port where nothing listens.
        flags = [f"--gcm-checkin-url={url}/checkin", f"--gcm-registration-url={url}/register", "--gcm-mcs-endpoint=https://127.0.0.1:9"]
        return Browser(other.driver, flags=flags)

    def receive(self, browser: Browser, path: str = "/one") -> dict:
        """Has what the open page subscribes to pushed here, and returns the keys that open it."""
        keys = browser.run(KEYS)
        browser.run(REDIRECT, f"https://localhost:{self._servers[0].server_port}{path}", keys["p256dh"], keys["auth"])
        return keys

    def opened(self, browser: Browser, keys: dict, number: int = 0) -> str:
        """The text of a push, which is waited for."""
        until(lambda: len(self.pushes) > number, "the push service is told")
        return browser.run(OPEN, keys, base64.b64encode(self.pushes[number][1]).decode())

    def close(self):
        for server in self._servers:
            server.shutdown()
            server.server_close()
