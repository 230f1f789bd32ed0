#!/usr/bin/env python3
"""A PostgreSQL server in a temporary folder: postgres.py run [--no-fsync] COMMAND...

`run` starts an empty server, runs the command with the server's address in TIMELINE_POSTGRES_TEST, stops the server,
and exits with the command's status. Requires the Debian package postgresql, any version; the newest one is used.
Nothing is shared with a server that the system runs: the folder, the port and the socket are private, and end with
this script.
"""

import argparse
import contextlib
import glob
import os
import pathlib
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

#: The user and the database that tests connect to.
NAME = "timeline"
#: Tests run side by side, each with several connections.
MAX_CONNECTIONS = 200


def binaries():
    """Returns the folder with the newest PostgreSQL's programs, which Debian keeps off the search path."""
    folders = [pathlib.Path(path).parent for path in glob.glob("/usr/lib/postgresql/*/bin/postgres")]
    if not folders and (found := shutil.which("postgres")):
        folders = [pathlib.Path(found).resolve().parent]
    if not folders:
        raise SystemExit("PostgreSQL is not installed. Run Tests/packages.sh postgresql.")
    return max(folders, key=lambda folder: [int(number) for number in re.findall(r"\d+", str(folder))])


def server_user():
    """Returns the user that servers run as, or nothing for the current one: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise SystemExit("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def as_server(*command, death="KILL"):
    """Returns a command that runs as the servers' user, and gets a signal when the starting thread ends.

    So a server ends even if this script is killed with SIGKILL. Start servers from the main thread only.
    """
    user = server_user()
    ids = ["--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"] if user else []
    return ["setpriv", *ids, "--pdeathsig", death, *map(str, command)]


def own(folder):
    """Gives a folder to the servers' user."""
    if user := server_user():
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def short_folder():
    """Creates a temporary folder for servers. Its path is short, as that of a Unix socket has at most 107 bytes."""
    return own(pathlib.Path(tempfile.mkdtemp(prefix="tl-", dir="/tmp")))


def exit_on_signals():
    """Ends this script through its `finally` clauses when it is terminated; further signals are ignored meanwhile."""

    def leave(number, _):
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        sys.exit(128 + number)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, leave)


class PostgreSQL:
    """One server with an empty database; a context manager that prints the address when it has started."""

    def __init__(self, fsync=True):
        #: Without it, writes are faster, and a crash of the machine may corrupt the database. A killed server loses
        #: nothing.
        self.fsync = fsync
        self.folder = None
        self.process = None
        self.port = 0
        #: Connections over TCP need a password: every user of this machine reaches the loopback interface.
        self.password = secrets.token_hex(16)

    @property
    def address(self):
        """The connection string of the Unix socket, which only the servers' user and root can open."""
        return f"postgres:///{NAME}?host={self.folder}&port={self.port}&user={NAME}"

    @property
    def tcp_address(self):
        return f"postgres://{NAME}:{self.password}@127.0.0.1:{self.port}/{NAME}"

    @property
    def log(self):
        return self.folder / "log"

    def start(self):
        self.folder = short_folder()
        try:
            self._create()
            self._listen()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self):
        """Ends all connections, stops the server and deletes its folder."""
        if self.process and self.process.poll() is None:
            for number, seconds in ((signal.SIGINT, 20), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
                self.process.send_signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(seconds)
                    break
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        self.start()
        print(f"PostgreSQL {binaries().parent.name} at {self.address}", file=sys.stderr, flush=True)
        return self

    def __exit__(self, *_):
        self.stop()

    def _create(self):
        password = self.folder / "password"
        password.write_text(self.password)
        if user := server_user():
            os.chown(password, user.pw_uid, user.pw_gid)
        password.chmod(0o600)
        # The collation of C compares bytes, as SQLite does.
        self._run("initdb", "--pgdata", self.folder / "data", "--username", NAME, "--encoding", "UTF8", "--locale", "C",
                  "--auth-local", "trust", "--auth-host", "scram-sha-256", "--pwfile", password, "--no-sync")
        password.unlink()

    def _listen(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": MAX_CONNECTIONS,
            "fsync": "on" if self.fsync else "off",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with open(self.log, "ab") as log:
            # A session of its own, so that Ctrl-C ends the tests before the server.
            self.process = subprocess.Popen(
                as_server(binaries() / "postgres", "-D", self.folder / "data", *options, death="QUIT"),
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while self._query("SELECT 1", database="postgres").returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"PostgreSQL did not start:\n{self.log.read_text()}")
            time.sleep(0.05)
        self._query(f"CREATE DATABASE {NAME}", database="postgres").check_returncode()

    def _query(self, statement, database):
        command = ["psql", "-XqAt", "-h", self.folder, "-p", self.port, "-U", NAME, "-c", statement, database]
        return subprocess.run([binaries() / command[0], *map(str, command[1:])], capture_output=True, check=False)

    def _run(self, program, *arguments):
        command = as_server(binaries() / program, *arguments)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{program}: {done.stdout}{done.stderr}")


def run(command, fsync):
    """Runs a command while a server runs, and returns its exit status."""
    with PostgreSQL(fsync) as server:
        environment = {
            **os.environ,
            "TIMELINE_POSTGRES_TEST": server.address,
            "TIMELINE_POSTGRES_TEST_TCP": server.tcp_address,
        }
        process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *command], env=environment)
        try:
            status = process.wait()
        finally:
            # Ctrl-C in a terminal has reached the command too; it may need some time.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.terminate()
                process.wait(10)
            process.kill()
        return status if status >= 0 else 128 - status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="what", required=True)
    running = commands.add_parser("run", help="run a command while a server runs")
    running.add_argument("--no-fsync", action="store_true", help="write faster, and not survive a crash of the machine")
    running.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    options.command = options.command[options.command[:1] == ["--"]:]
    if not options.command:
        parser.error("a command is required")
    exit_on_signals()
    return run(options.command, not options.no_fsync)


if __name__ == "__main__":
    sys.exit(main())
