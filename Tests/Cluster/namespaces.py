"""A network of our own: namespaces joined by a bridge, whose links can be cut.

`enter` starts this program once more in private namespaces for networks, mounts, processes and shared memory. There,
its processes are the only ones, nothing that listens can be reached from the machine, and the kernel ends every
process when the first one ends, however that happens. Inside, `Network` gives each node a network namespace. Root is
required.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from postgres import exit_on_signals, short_folder

#: Set inside the private namespaces: the temporary folder that is deleted at the end.
FOLDER = "TIMELINE_CLUSTER_FOLDER"
#: The namespaces' addresses; they exist inside the private namespaces only.
SUBNET = "10.39.0"
#: The place of programs that are connected to all nodes and belong to none.
OUTSIDE = "outside"


def enter():
    """Returns the temporary folder inside private namespaces. Outside, runs this program there and does not return."""
    if folder := os.environ.pop(FOLDER, None):
        _become_second_process()
        return pathlib.Path(folder)
    if os.geteuid() != 0:
        raise SystemExit("Network namespaces require root.")
    exit_on_signals()
    folder = short_folder()
    folder.chmod(0o755)
    status, process = 1, None
    try:
        # A process group of its own, so that Ctrl-C arrives here only, and this process ends the others.
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--ipc", "--mount-proc",
             "--propagation", "private", "--fork", "--kill-child", sys.executable, *sys.argv],
            env={**os.environ, FOLDER: str(folder)}, stdin=subprocess.DEVNULL, start_new_session=True,
        )
        status = process.wait()
    finally:
        if process and process.poll() is None:
            # The first process inside ends with this, and the kernel ends all others before `unshare` returns.
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status if status >= 0 else 128 - status)


def _become_second_process():
    """Continues in a child. The first process stays behind to reap orphans, as every namespace of processes needs.

    Without it, killed servers would remain as zombies, and Patroni would take them for running ones.
    """
    child = os.fork()
    if child == 0:
        return
    signal.signal(signal.SIGTERM, lambda number, _: os._exit(128 + number))
    while True:
        pid, status = os.wait()
        if pid == child:
            os._exit(max(os.waitstatus_to_exitcode(status), -1) & 0xFF)


def _ip(*arguments):
    done = subprocess.run(["ip", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"ip {' '.join(map(str, arguments))}: {done.stderr}")


class Network:
    """Nodes that reach each other, and the outside, through a bridge. Call this inside the private namespaces."""

    def __init__(self, names):
        self.names = list(names)
        # `ip netns` keeps its namespaces below /run, and PostgreSQL its shared memory in /dev/shm: both are hidden now.
        for folder in ("/run", "/dev/shm"):
            subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)
        _ip("link", "set", "lo", "up")
        _ip("link", "add", "bridge", "type", "bridge")
        _ip("addr", "add", f"{SUBNET}.254/24", "dev", "bridge")
        _ip("link", "set", "bridge", "up")
        for name in self.names:
            _ip("netns", "add", name)
            _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("link", "set", name, "master", "bridge", "up")
            _ip("-n", name, "addr", "add", f"{self.address(name)}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "lo", "up")
            _ip("-n", name, "link", "set", "eth0", "up")

    def address(self, name):
        return f"{SUBNET}.{self.names.index(name) + 1}"

    def at(self, place, *command):
        """Returns a command that runs at a node, or outside."""
        prefix = [] if place == OUTSIDE else ["ip", "netns", "exec", place]
        return [*prefix, *map(str, command)]

    def cut(self, name):
        """Cuts a node's link in both directions, as if its cable were pulled out: packets vanish without an answer.

        Only the bridge's end goes down. If the node's end went down, its routes would too, and connections would fail
        at once, which hides missing timeouts. The node still reaches itself.
        """
        _ip("link", "set", name, "down")

    def heal(self, name):
        _ip("link", "set", name, "up")


def processes(folder):
    """Returns the IDs and names of the processes whose working directory is in a folder: those of a node's servers."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            # A process may end meanwhile, and a zombie has no working directory.
            with contextlib.suppress(OSError):
                if pathlib.Path(os.readlink(entry / "cwd")).is_relative_to(folder):
                    found.append((int(entry.name), (entry / "comm").read_text().strip()))
    return found
