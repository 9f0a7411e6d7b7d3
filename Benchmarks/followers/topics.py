"""An ntfy server and a push service of browsers in one, which take everything and print a line of JSON for each message.

usage: topics.py
It prints its port first. `at` is the machine's monotonic time in seconds, which all processes share.
"""
import asyncio
import json
import time

ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = {name.lower(): value for name, _, value in (field.partition(": ") for field in rest if field)}
            body = await reader.readexactly(int(fields.get("content-length", 0)))
            told = {"at": time.monotonic(), "path": line.split()[1]}
            if "title" in fields:  # What a browser gets is encrypted.
                told |= {"scan": fields.get("x-sequence-id"), "title": fields["title"], "text": body.decode()}
            print(json.dumps(told), flush=True)
            writer.write(ANSWER)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1024)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


asyncio.run(main())
