"""Two servers of one store in PostgreSQL, behind the nginx of Docs/Cluster.md, which switches at each request.

The tests of pages and apps use them instead of one server if TIMELINE_POSTGRES_TEST is the address of a database.
"""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

from world import Server, free_port

DOCUMENT = pathlib.Path(__file__).parents[2] / "Docs/Cluster.md"
#: The addresses of the servers, which use the port of nginx. So cookies, which the port distinguishes, fit to all.
HOSTS = ("127.0.0.2", "127.0.0.3")
#: The seconds until nginx must accept connections.
PATIENCE = 20


def chosen(world):
    """Returns a type of worlds whose servers are pairs, if there is a database for them."""
    if "TIMELINE_POSTGRES_TEST" not in os.environ:
        return world
    return type(f"Cluster{world.__name__}", (ClusterWorld, world), {})


class ClusterWorld:
    """A world whose store is a database of its own, with the photos in a folder."""

    def __enter__(self):
        self._server_address = os.environ["TIMELINE_POSTGRES_TEST"]
        self.database = re.sub("[^a-z0-9]", "_", self.folder.name.lower())
        self.photos = self.folder / "photos"
        self.environment = {"TIMELINE_PHOTOS": str(self.photos)}
        self.store = self._server_address.replace("///timeline?", f"///{self.database}?")
        if not self._original:
            self.query(f"CREATE DATABASE {self.database}")
        return super().__enter__()

    def copy_store(self, original):
        """Copies the store of another world, whose servers have not been started yet."""
        self.query(f"CREATE DATABASE {self.database} TEMPLATE {original.database}")
        shutil.copytree(original.photos, self.photos)

    def query(self, statement, database=None):
        """Runs a statement in a database, by default that of the test run, and returns the output."""
        address = database or self._server_address
        command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statement, address]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def start(self, port, options):
        return Pair(self, port or free_port(), options)


class Pair:
    """Two servers and their nginx, which are used like one server."""

    def __init__(self, world, port, options=(), certificate=None):
        """Starts them: nginx at a port of 127.0.0.1, with TLS if there is a certificate with its key."""
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.servers = [self.start(world, host, options) for host in HOSTS]
        self._nginx = Nginx(world.path("nginx"), port, certificate)

    def start(self, world, host, options=()):
        """Starts one of the servers, with the cache of a machine of its own."""
        environment = {"XDG_CACHE_HOME": str(world.path(f"cache-{host}"))}
        server = Server(world, self.port, ("--host", host, *options), environment)
        server.host = host
        return server

    def wait(self):
        for server in self.servers:
            server.wait()
        self._nginx.wait()

    def suspend(self, isSuspended):
        for server in self.servers:
            server.suspend(isSuspended)

    def log(self):
        return "".join(server.log() for server in self.servers)

    def stop(self):
        self._nginx.stop()
        for server in self.servers:
            server.stop()


class Nginx:
    """A process of nginx in a folder of its own, with the example of the document."""

    def __init__(self, folder, port, certificate=None):
        self._port = port
        folder.mkdir()
        site = re.search(r"```nginx\n(.+?)```", DOCUMENT.read_text(), re.DOTALL)[1]
        for number, host in enumerate(HOSTS, 11):
            site = site.replace(f"10.0.0.{number}:8080", f"{host}:{port}")
        if certificate:
            public, key = certificate
            site = site.replace("photos.example", "photos.localhost").replace("listen 443", f"listen 127.0.0.1:{port}")
            site = site.replace("/etc/ssl/photos.pem", str(public)).replace("/etc/ssl/photos.key", str(key))
        else:
            site = re.sub(r" *(server_name|ssl_\w+) .*\n", "", site)
            site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = " ".join(f"{kind}_temp_path {kind};" for kind in kinds)
        (folder / "nginx.conf").write_text(
            "daemon off; master_process off; pid pid; error_log stderr; events { worker_connections 4096; }\n"
            f"http {{ access_log off; {folders}\n{site}}}\n"
        )
        self._log = open(folder / "log", "w+")
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        self._process = subprocess.Popen(
            [program, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"],
            stdout=self._log, stderr=self._log, cwd=folder,
        )

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self._port), 1).close()
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(pathlib.Path(self._log.name).read_text())
            time.sleep(0.05)

    def stop(self):
        self._process.terminate()
        self._process.wait(60)
        self._log.close()
