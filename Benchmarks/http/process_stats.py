"""What a server process costs, read from /proc: CPU time, resident memory, threads, open descriptors.

All figures are sums over the process and its descendants, so that a server with worker processes counts as one.
Memory pages that such workers share are then counted once for each of them; differences are not affected.
"""
import dataclasses
import os
import pathlib

_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = pathlib.Path("/proc")


@dataclasses.dataclass(frozen=True)
class ProcessStats:
    """One reading of a process tree."""

    cpu_seconds: float
    rss_bytes: int
    threads: int
    fds: int
    processes: int

    @property
    def rss_mib(self) -> float:
        return self.rss_bytes / 2**20


def _stat_fields(pid: int) -> list[str]:
    # The process's name can contain spaces and parentheses, so fields are counted from the last parenthesis.
    return (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def tree(pid: int) -> list[int]:
    """The process and all its living descendants."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int(_stat_fields(int(entry.name))[1])
        except (FileNotFoundError, ProcessLookupError, IndexError):
            continue  # It ended while the list was read.
        children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        found.append(current := waiting.pop())
        waiting += children.get(current, [])
    return found


def read_one(pid: int) -> ProcessStats:
    """Reads the process without those below it; ProcessLookupError when it is gone."""
    fields = _stat_fields(pid)
    if fields[0] == "Z":
        raise ProcessLookupError(f"process {pid} has ended")
    rss = 0
    for line in (_PROC / str(pid) / "status").read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("VmRSS:"):
            rss = int(line.split()[1]) * 1024
    # utime and stime, with those of ended children, so that the time of a worker that ended still counts.
    ticks = sum(int(field) for field in fields[11:15])
    return ProcessStats(ticks / _TICKS, rss, int(fields[17]), len(os.listdir(f"/proc/{pid}/fd")), 1)


def read(pid: int) -> ProcessStats:
    """Reads the whole tree below `pid`; ProcessLookupError when `pid` itself is gone."""
    total = ProcessStats(0.0, 0, 0, 0, 0)
    for member in tree(pid):
        try:
            one = read_one(member)
        except (FileNotFoundError, ProcessLookupError):
            if member == pid:
                raise ProcessLookupError(f"process {pid} has ended") from None
            continue
        total = ProcessStats(*(a + b for a, b in zip(dataclasses.astuple(total), dataclasses.astuple(one))))
    return total


def _listening_inodes(port: int) -> set[str]:
    found = set()
    for table in ("tcp", "tcp6"):
        path = _PROC / "net" / table
        for line in path.read_text(encoding="ascii").splitlines()[1:] if path.exists() else ():
            fields = line.split()
            if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                found.add(fields[9])
    return found


def owns_port(pid: int, port: int) -> bool:
    """Whether nobody but this tree listens on the port. With SO_REUSEPORT a second server can share it unseen."""
    held = set()
    for member in tree(pid):
        try:
            for entry in os.scandir(f"/proc/{member}/fd"):
                held.add(os.readlink(entry.path))
        except FileNotFoundError:
            continue
    inodes = _listening_inodes(port)
    return bool(inodes) and all(f"socket:[{inode}]" in held for inode in inodes)


def machine_busy_seconds() -> float:
    """CPU seconds that anything on this machine has used since it started."""
    names = (_PROC / "stat").read_text(encoding="utf-8").split("\n", 1)[0].split()
    user, nice, system, _idle, _iowait, irq, softirq, steal = (int(value) for value in names[1:9])
    return (user + nice + system + irq + softirq + steal) / _TICKS
