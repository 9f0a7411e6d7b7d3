"""Several hosts on one machine: network namespaces on a bridge, whose links can be cut. Needs root and iproute2.

A host that isn't one (`Machine`) shares this machine's loopback address, and its link can't be cut.
"""
import os
import subprocess

NOT_ALLOWED = 77  # Exit code where the kernel or the container allows no network namespaces.


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Machine:
    """This machine itself under another name."""

    address = "127.0.0.1"
    before: list[str] = []  # What a command starts with to run there.
    can_be_cut = False

    def __init__(self, name: str) -> None:
        self.name = name


class Host(Machine):
    """A network namespace with one address and one link."""

    can_be_cut = True

    def __init__(self, network: "Network", name: str, number: int) -> None:
        super().__init__(name)
        self.address = f"{network.prefix}.{number}"
        self.namespace, self.link = f"{network.name}-{number}", f"{network.name}p{number}"
        self.before = ["ip", "netns", "exec", self.namespace]
        ip("netns", "add", self.namespace)
        inside = ["-n", self.namespace]
        ip("link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        ip("link", "set", self.link, "master", network.name, "up")
        ip(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        ip(*inside, "link", "set", "eth0", "up")
        ip(*inside, "link", "set", "lo", "up")

    def cut(self) -> None:
        """Packets are lost both ways; no connection is closed."""
        ip("link", "set", self.link, "down")

    def mend(self) -> None:
        ip("link", "set", self.link, "up")

    def remove(self) -> None:
        subprocess.run(["ip", "link", "delete", self.link], capture_output=True)
        subprocess.run(["ip", "netns", "delete", self.namespace], capture_output=True)


class Network:
    """A bridge with this machine at .1. `with Network() as network: network.host("front")`."""

    def __init__(self) -> None:
        self.name, self.prefix = f"ts{os.getpid() % 100_000}", f"10.{200 + os.getpid() // 250 % 50}.{os.getpid() % 250}"
        self.hosts: list[Host] = []

    def __enter__(self) -> "Network":
        try:
            ip("link", "add", self.name, "type", "bridge")
            ip("address", "add", f"{self.prefix}.1/24", "dev", self.name)
            ip("link", "set", self.name, "up")
            self.host("probe").remove()
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            print(f"skipped: no network namespaces here ({getattr(error, 'stderr', '') or error})".rstrip())
            raise SystemExit(NOT_ALLOWED) from None
        return self

    def __exit__(self, *_: object) -> None:
        for host in self.hosts:
            host.remove()
        subprocess.run(["ip", "link", "delete", self.name], capture_output=True)

    @property
    def address(self) -> str:
        return f"{self.prefix}.1"

    def host(self, name: str) -> Host:
        self.hosts.append(Host(self, name, len(self.hosts) + 2))
        return self.hosts[-1]


class Loopback:
    """The same without namespaces."""

    address = "127.0.0.1"

    def __enter__(self) -> "Loopback":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def host(self, name: str) -> Machine:
        return Machine(name)
