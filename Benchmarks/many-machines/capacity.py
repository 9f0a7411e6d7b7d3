#!/usr/bin/env python3
"""How many scans a second one Redis carries, on paper: each operation's cost by redis-benchmark, times how often a scan needs it.

Redis runs commands in one thread, so the processor time that it took for an operation (INFO cpu), not the rate that a busy machine
allowed, says how many a second one core of it carries. Nothing is pipelined: the worst case. Redis and redis-benchmark are pinned to
a core each where there are two.
"""
import argparse
import csv
import dataclasses
import io
import os
import subprocess
import sys

from hosts import Machine
from redis_process import RedisProcess

READING, PICTURE = 20_000, 150_000  # Bytes.
LINES = 100_000  # Entries that the streams hold at first.

# A bucket whose tokens are leased in lots: rate, burst and lot in ARGV, time by Redis.
BUCKET = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(tonumber(ARGV[2]), (tonumber(bucket[1]) or ARGV[2]) + (now - (tonumber(bucket[2]) or now)) * ARGV[1])
local given = math.min(tokens, tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'tokens', tokens - given, 'at', now)
redis.call('EXPIRE', KEYS[1], 120)
return tostring(given)
"""
# A scan comes in: its record, its first event, its place in the stream of its client's turn.
SUBMIT = """
redis.call('HSET', KEYS[1], 'v', 1, 'owner', ARGV[1], 'options', ARGV[2], 'state', 'queued')
redis.call('EXPIRE', KEYS[1], 720)
redis.call('XADD', KEYS[2], '*', 'event', ARGV[2])
redis.call('EXPIRE', KEYS[2], 720)
return redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'job', KEYS[1])
"""
# It ends: the outcome if there is none, the last event, the picture away.
END = """
if redis.call('HEXISTS', KEYS[1], 'outcome') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'outcome', ARGV[1], 'state', 'done')
redis.call('XADD', KEYS[2], '*', 'event', ARGV[1])
redis.call('UNLINK', KEYS[3])
redis.call('PUBLISH', KEYS[1], 'done')
return 1
"""


@dataclasses.dataclass(frozen=True)
class Operation:
    name: str
    words: list[str]
    plain: float  # How often a plain scan needs it.
    asynchronous: float
    last: bytes | None = None  # A last word that is too long for an argument.


def operations(redis: RedisProcess) -> list[Operation]:
    bucket, submit, end = (str(redis.call("SCRIPT", "LOAD", script)) for script in (BUCKET, SUBMIT, END))
    number, record, reading = "__rand_int__", "r" * 1000, "b" * READING
    # The words "{job}" keep a job's keys in one slot.
    job = [f"ts:{{{number}}}:job", f"ts:{{{number}}}:events"]
    return [
        Operation("GET of a reading that isn't there", ["GET", f"ts:{{miss{number}}}:reading"], 1, 1),
        Operation("SET of a reading, 20 kB", ["SET", f"ts:{{{number}}}:reading", reading, "EX", "600"], 1, 1),
        Operation("GET of a reading, 20 kB", ["GET", f"ts:{{{number}}}:reading"], 0, 0),
        Operation("EVALSHA of a token bucket", ["EVALSHA", bucket, "1", f"ts:{{{number}}}:rate", "10", "300", "20"], 0.1, 0.1),
        Operation("SETEX of a picture, 150 kB", ["SETEX", f"ts:{{{number}}}:picture", "720"], 0, 1, b"p" * PICTURE),
        Operation("EVALSHA that submits", ["EVALSHA", submit, "3", *job, "ts:{interactive}:work", "owner", record[:200]], 0, 1),
        Operation("XREADGROUP of one", ["XREADGROUP", "GROUP", "workers", "w", "COUNT", "1", "STREAMS", "ts:{batch}:work", ">"], 0, 1),
        Operation("GET of a picture, 150 kB", ["GET", f"ts:{{{number}}}:picture"], 0, 1),
        Operation("XADD of an event", ["XADD", job[1], "*", "event", record[:200]], 0, 2),
        Operation("PUBLISH of an event", ["PUBLISH", job[0], "reading"], 0, 2),
        Operation("EVALSHA that ends, 4 kB", ["EVALSHA", end, "3", *job, f"ts:{{{number}}}:picture", record * 4], 0, 1),
        Operation("XACK", ["XACK", "ts:{batch}:work", "workers", f"1-{number}"], 0, 1),
        Operation("HGETALL of a job", ["HGETALL", job[0]], 0, 1),
    ]


def fill(redis: RedisProcess) -> None:
    redis.call("EVAL", f"for i = 1, {LINES} do redis.call('XADD', KEYS[1], '1-' .. i, 'job', 'ts:job:' .. i) end", 1, "ts:{batch}:work")
    redis.call("XGROUP", "CREATE", "ts:{batch}:work", "workers", "0")


def cost(redis: RedisProcess, operation: Operation, count: int, pinned: list[str]) -> tuple[float, float]:
    """Microseconds of Redis' processor time for one, and how many a second there were."""
    def used() -> float:
        figures = redis.info("cpu")
        return float(figures["used_cpu_user"]) + float(figures["used_cpu_sys"])

    before = used()
    output = subprocess.run([*pinned, "redis-benchmark", "-h", redis.host.address, "-p", str(redis.port), "-n", str(count), "-c", "20",
                             "-r", "2000", "--csv", *(["-x"] if operation.last else []), *operation.words],
                            input=operation.last, check=True, capture_output=True).stdout.decode()
    rate = float(list(csv.DictReader(io.StringIO(output)))[-1]["rps"])
    return (used() - before) / count * 1e6, rate


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=30_000, help="of each operation; a tenth of it for pictures")
    parser.add_argument("--appendfsync", default="everysec", choices=("always", "everysec", "no", "off"), help="of Redis; off: no file")
    parser.add_argument("--core-seconds", type=float, default=0.148, help="processor time of one scan")
    parser.add_argument("--cores", type=int, default=2, help="of a machine")
    options = parser.parse_args()
    host, cores = Machine("redis"), os.cpu_count() or 1
    host.before = ["taskset", "-c", "0"] if cores > 1 else []
    redis = RedisProcess(host, "--auto-aof-rewrite-percentage", "0", durable=options.appendfsync != "off")
    if options.appendfsync != "off":
        redis.settings += ["--appendfsync", options.appendfsync]
    redis.start()
    try:
        fill(redis)
        plain = asynchronous = 0.0
        print("| operation | µs of Redis | a second here | for a plain scan | for an asynchronous one |\n|---|---|---|---|---|")
        for operation in operations(redis):
            count = options.count // (10 if "150 kB" in operation.name else 1)
            micros, rate = cost(redis, operation, count, ["taskset", "-c", "1"] if cores > 1 else [])
            plain, asynchronous = plain + operation.plain * micros, asynchronous + operation.asynchronous * micros
            print(f"| {operation.name} | {micros:.1f} | {rate:,.0f} | {operation.plain:g} | {operation.asynchronous:g} |", flush=True)
        print(f"| **µs of Redis for one scan** | | | **{plain:.0f}** | **{asynchronous:.0f}** |\n")
        for name, micros, size in (("plain", plain, READING), ("asynchronous", asynchronous, 2 * PICTURE + READING)):
            # Above seven tenths of a core waits grow.
            scans = 0.7 * 1e6 / micros
            machines = scans * options.core_seconds / options.cores
            print(f"{name}: {scans:,.0f} scans a second at seven tenths of one core of Redis, "
                  f"{scans * size * 8 / 1e9:.1f} Gbit/s, which is {machines:,.0f} machines of {options.cores} cores")
    finally:
        redis.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
