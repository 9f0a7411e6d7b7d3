"""Requests to a running server."""
import json
import urllib.error
import urllib.request


def post(address, path, body, kind):
    """The answer to a request. A refused one is a dictionary with the risk `refused`."""
    request = urllib.request.Request(address + path, body, {"content-type": kind})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return {"risk_level": "refused", "status": str(error.code)}


def judge(address, text):
    return post(address, "/analyze-text", json.dumps({"text": text}).encode(), "application/json")


def scan(address, picture):
    return post(address, "/scan-image", picture, "application/octet-stream")
