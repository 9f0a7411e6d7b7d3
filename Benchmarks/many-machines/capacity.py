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
# As the servers' own (Sources/Storage/Shared/Jobs/JobScripts.swift): a scan comes in, and its entry is acknowledged.
HAND_IN = """
local held = redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
redis.call('XADD', KEYS[1], 'MAXLEN', '~', 100000, '*', 'v', '1', 'id', ARGV[2], 'client', ARGV[1])
return held
"""
ACKNOWLEDGE = """
redis.call('XACK', KEYS[1], 'workers', ARGV[1])
redis.call('HINCRBY', KEYS[2], ARGV[2], -1)
return redis.call('LLEN', KEYS[3])
"""


@dataclasses.dataclass(frozen=True)
class Operation:
    name: str
    words: list[str]
    plain: float  # How often a plain scan needs it.
    asynchronous: float
    last: bytes | None = None  # A last word that is too long for an argument.


def operations(redis: RedisProcess) -> list[Operation]:
    bucket, hand_in, acknowledge = (str(redis.call("SCRIPT", "LOAD", script)) for script in (BUCKET, HAND_IN, ACKNOWLEDGE))
    number, reading = "__rand_int__", "b" * READING
    # What stands in braces keeps a job's keys in one slot.
    order, material, events, outcome = (f"ts:{{job:{number}}}:{part}" for part in ("order", "material", "events", "outcome"))
    work = "ts:{work}:batch"
    return [
        Operation("GET of a reading that isn't there", ["GET", f"ts:{{miss{number}}}:reading"], 1, 1),
        Operation("SET of a reading, 20 kB", ["SET", f"ts:{{{number}}}:reading", reading, "PX", "600000"], 1, 1),
        Operation("GET of a reading, 20 kB", ["GET", f"ts:{{{number}}}:reading"], 0, 0),
        Operation("EVALSHA of a token bucket", ["EVALSHA", bucket, "1", f"ts:{{{number}}}:rate", "10", "300", "20"], 0.1, 0.1),
        Operation("SET of a job's order", ["SET", order, "o" * 200, "PX", "720000"], 0, 1),
        Operation("SETEX of a picture, 150 kB", ["SETEX", material, "720"], 0, 1, b"p" * PICTURE),
        Operation("EVALSHA that hands in", ["EVALSHA", hand_in, "2", "ts:{work}:interactive", "ts:{work}:clients", "client", number, "100"], 0, 1),
        Operation("XREADGROUP of one", ["XREADGROUP", "GROUP", "workers", "w", "COUNT", "1", "STREAMS", work, ">"], 0, 1),
        Operation("MGET of a picture, 150 kB, and its order", ["MGET", outcome, material, order], 0, 1),
        Operation("XADD of an event", ["XADD", events, "MAXLEN", "~", "512", "0-*", "j", "e" * 100], 0, 3),
        Operation("PEXPIRE of the events", ["PEXPIRE", events, "720000"], 0, 3),
        Operation("PUBLISH", ["PUBLISH", f"ts:job:{number}", ""], 0, 4),
        Operation("SET of an outcome, 6 kB", ["SET", outcome, "r" * 6000, "NX", "PX", "600000"], 0, 1),
        Operation("EVALSHA that acknowledges", ["EVALSHA", acknowledge, "3", work, "ts:{work}:clients", "ts:{work}:lane", f"1-{number}", "client"], 0, 1),
        Operation("MGET of an order and an outcome", ["MGET", order, outcome], 0, 1),
        Operation("PTTL of a picture", ["PTTL", material], 0, 1),
        Operation("XRANGE of the events", ["XRANGE", events, "(0-0", "+"], 0, 1),
        Operation("DEL of a picture and its order", ["DEL", material, order], 0, 1),
    ]


def fill(redis: RedisProcess) -> None:
    redis.call("EVAL", f"for i = 1, {LINES} do redis.call('XADD', KEYS[1], '1-' .. i, 'job', 'ts:job:' .. i) end", 1, "ts:{work}:batch")
    redis.call("XGROUP", "CREATE", "ts:{work}:batch", "workers", "0")


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
