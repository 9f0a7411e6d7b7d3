"""The well-behaved client of slow.py: asks GET /health at a steady pace and notes how long each answer took.

Runs as a process of its own, so that the interpreter that drives the attackers doesn't hold it up.
"""
import dataclasses
import multiprocessing.connection
import time

import client

# One request in this many uses a new connection, to see whether the server still accepts connections.
FRESH_EVERY = 20


@dataclasses.dataclass(frozen=True)
class Sample:
    at: float
    seconds: float
    fresh: bool = False
    failure: str | None = None


def take_sample(connection: client.Connection | None, host: str, port: int, due: float) -> tuple[
        client.Connection | None, Sample]:
    """One GET /health; with None on a fresh connection, whose opening counts in."""
    fresh = connection is None
    started = time.monotonic()
    # A request that the one before delayed counts from the time when it was due. Our own late wake-ups don't count.
    started = due if started - due > 0.02 else started
    try:
        connection = connection or client.Connection(host, port, 10)
        connection.received = 0
        client.get_health(connection)
        return connection, Sample(started, time.monotonic() - started, fresh)
    except (OSError, client.NoAnswer, client.BadAnswer) as error:
        received = connection.received if connection else 0
        if connection:
            connection.close()
        if not fresh and not received and not isinstance(error, TimeoutError):
            return take_sample(None, host, port, due)  # A kept connection may be closed at any time: once more.
        return None, Sample(started, time.monotonic() - started, fresh, str(error) or type(error).__name__)


def run(host: str, port: int, rate: float, pipe: multiprocessing.connection.Connection,
        parents_end: multiprocessing.connection.Connection) -> None:
    """Runs until the pipe says stop or the parent is gone; answers with all samples."""
    parents_end.close()  # Else this process itself would keep the pipe open after a parent that was killed.
    samples: list[Sample] = []
    kept: client.Connection | None = None
    due = time.monotonic()
    try:
        while not pipe.poll(max(0.0, due - time.monotonic())):
            if len(samples) % FRESH_EVERY == 0:
                once, sample = take_sample(None, host, port, due)
                if once:
                    once.close()
            else:
                kept, sample = take_sample(kept, host, port, due)
            samples.append(sample)
            due = max(due + 1 / rate, time.monotonic() - 1)  # After a long stall no endless burst.
        pipe.recv()
        pipe.send(samples)
    except (EOFError, OSError, KeyboardInterrupt):
        pass  # The parent has gone.
