"""Reads pushes as a browser and its push service do, with others' code: decrypts by http-ece, checks the signature by py-vapid.

Standard input has a line of JSON for each: `private` and `auth` of the browser and `body`, in base64url, and `authorization`. Standard output has a
line of JSON for each: `text`, and the `claims` of the signed token with the server's key `k`.
"""
import base64
import json
import sys

import http_ece
import py_vapid
from cryptography.hazmat.primitives.asymmetric import ec


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


for line in sys.stdin:
    push = json.loads(line)
    key = ec.derive_private_key(int.from_bytes(decoded(push["private"]), "big"), ec.SECP256R1())
    text = http_ece.decrypt(decoded(push["body"]), private_key=key, auth_secret=decoded(push["auth"]), version="aes128gcm")
    scheme, _, parameters = push["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in parameters.split(","))
    is_signed = scheme == "vapid" and py_vapid.Vapid02.verify(push["authorization"])
    header, claims = (json.loads(decoded(part)) for part in parts["t"].split(".")[:2])
    print(json.dumps({"text": text.decode(), "signed": is_signed, "header": header, "claims": claims, "k": parts["k"]}), flush=True)
