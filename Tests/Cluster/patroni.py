"""Three nodes, each with etcd and PostgreSQL under Patroni, which can be killed, stopped and cut off."""

import concurrent.futures
import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request

import namespaces
import settings
from postgres import NAME, as_server, binaries, own
from settings import CONNECTION, NODES, TTL

#: Time for a killed or isolated node to follow the new primary, on a busy machine.
WHOLE_TIMEOUT = 120


class Cluster:
    """A context manager with a running cluster. `network` must be in private namespaces, which end its processes."""

    def __init__(self, network, folder, synchronous=True, fsync=True, ttl=TTL, program=None):
        self.network = network
        self.folder = folder
        #: Another Patroni than that of this script's environment.
        self.program = program
        self.synchronous = synchronous
        self.fsync = fsync
        self.ttl = ttl
        self.token = secrets.token_hex(8)

    # Connections

    def dsn(self, nodes=NODES, **others):
        """Returns a connection string with several nodes for libpq, which connects to the one that accepts writes."""
        hosts = {"host": ",".join(map(self.network.address, nodes)), "port": 5432, "dbname": NAME, "user": "postgres"}
        return " ".join(f"{key}={value}" for key, value in {**hosts, **CONNECTION, **others}.items())

    def address(self, nodes=NODES):
        """Returns a URI without options, for programs that have the right ones themselves."""
        return f"postgres://postgres@{','.join(map(self.network.address, nodes))}/{NAME}"

    def url(self, nodes=NODES):
        """Returns the same as `dsn`, as a URI."""
        hosts = ",".join(f"{self.network.address(name)}:5432" for name in nodes)
        return f"postgres://postgres@{hosts}/{NAME}?" + "&".join(f"{key}={value}" for key, value in CONNECTION.items())

    # State

    def primary(self):
        """Returns the promoted node that holds the leader's key, as far as the outside can see, or nothing."""
        return next((name for name, (status, _) in self._ask_all("/primary").items() if status == 200), None)

    def members(self):
        """Returns the members as etcd knows them; an empty list if no node answers."""
        for status, text in self._ask_all("/cluster").values():
            with contextlib.suppress(ValueError):
                if status == 200:
                    return json.loads(text)["members"]
        return []

    def standby(self):
        """Returns the synchronous standby, or nothing."""
        return next((member["name"] for member in self.members() if member["role"] == "sync_standby"), None)

    def is_whole(self):
        """Returns whether all nodes follow one primary on its timeline, one of them synchronously."""
        members = self.members()
        roles = sorted(member["role"] for member in members)
        return (
            roles == ["leader", "replica", "sync_standby" if self.synchronous else "replica"]
            and all(member["state"] in ("running", "streaming") for member in members)
            and len({member.get("timeline") for member in members}) == 1
            and self.primary() is not None
        )

    def wait_for_primary(self, timeout=60, other_than=None):
        """Waits for a primary that is not the given node, and returns it."""

        def found():
            name = self.primary()
            return name if name != other_than else None

        return self._wait(found, timeout, "there is no primary")

    def wait_until_whole(self, timeout=WHOLE_TIMEOUT):
        """Waits for all nodes: base backups must end before the next fault, or standbys stay on another timeline."""
        self._wait(self.is_whole, timeout, "the cluster is not whole")

    # Faults

    def kill9(self, name, machine=False):
        """Kills a node's PostgreSQL and Patroni with SIGKILL; also etcd, if the machine dies. `start` restarts them."""
        while left := [pid for pid, command in self._processes(name) if machine or command != "etcd"]:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)

    def stop(self, name):
        """Stops all processes of a node with SIGSTOP, as a paused virtual machine does."""
        self._signal(name, signal.SIGSTOP)

    def cont(self, name):
        self._signal(name, signal.SIGCONT)

    def cut(self, name):
        self.network.cut(name)

    def heal(self, name):
        self.network.heal(name)

    # Processes

    def __enter__(self):
        if not self.program:
            # The servers' user may not be able to read the environment in its place.
            shutil.copytree(sysconfig.get_path("purelib"), self.folder / "python")
        for name in NODES:
            own_folder(self.folder / name)
            (self.folder / name / "patroni.yml").write_text(settings.patroni(
                self.network, name, self.folder / name, self.synchronous, self.fsync, self.ttl
            ))
        for name in NODES:
            self.start(name)
        self.wait_until_whole()
        self._query(f"CREATE DATABASE {NAME}", dbname="postgres").check_returncode()
        # A standby that has not replayed this rejects connections, and libpq would not proceed to the next node.
        for name in NODES:
            alone = {"host": self.network.address(name), "target_session_attrs": "any"}
            self._wait(lambda: self._query("SELECT 1", **alone).returncode == 0, 30, f"{name} has no database")
        return self

    def __exit__(self, error, *_):
        if error:
            self.print_logs()
        for name in NODES:
            self.kill9(name, machine=True)

    def start(self, name):
        """Starts the servers of a node that do not run."""
        running = [command for _, command in self._processes(name)]
        if "etcd" not in running:
            self._start(name, "etcd", *settings.etcd(self.network, name, self.token))
        if not set(running) - {"etcd"}:
            program = [self.program] if self.program else [os.path.realpath(sys.executable), "-m", "patroni"]
            self._start(name, "patroni", *program, self.folder / name / "patroni.yml")

    def print_logs(self):
        for path in sorted(self.folder.glob("n*/*.log")):
            print(f"--- {path.parent.name}/{path.name}")
            print("\n".join(path.read_text(errors="replace").splitlines()[-25:]), flush=True)

    def _query(self, statement, **connection):
        command = [binaries() / "psql", "-XqAt", "-c", statement, self.dsn(**connection)]
        return subprocess.run(command, capture_output=True, check=False, timeout=60)

    def _start(self, name, program, *command):
        folder = self.folder / name
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(self.folder / "python")}
        with open(folder / f"{program}.log", "ab") as log:
            subprocess.Popen(
                self.network.at(name, *as_server(*command)), cwd=folder, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )

    def _processes(self, name):
        return namespaces.processes(self.folder / name)

    def _signal(self, name, number):
        for pid, _ in self._processes(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _ask_all(self, path):
        """Returns the status and text of each node's answer from Patroni; status 0 if there is none."""

        def ask(name):
            try:
                with urllib.request.urlopen(f"http://{self.network.address(name)}:8008{path}", timeout=1) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, ""
            except OSError:
                return 0, ""

        with concurrent.futures.ThreadPoolExecutor(len(NODES)) as pool:
            return dict(zip(NODES, pool.map(ask, NODES)))

    def _wait(self, condition, timeout, problem):
        deadline = time.monotonic() + timeout
        while not (value := condition()):
            if time.monotonic() > deadline:
                raise AssertionError(f"After {timeout} s, {problem}: {self.members()}")
            time.sleep(0.2)
        return value


def own_folder(folder):
    folder.mkdir(mode=0o755)
    return own(folder)
