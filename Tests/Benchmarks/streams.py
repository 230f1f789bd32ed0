#!/usr/bin/env python3
"""Measures `timeline serve` with many open streams of live updates: streams.py TIMELINE [COUNT]

Serves the demo's store, opens COUNT streams (default: 1,000), and prints the memory that they take, the processor time
while nothing happens, and the time until all of them announce a post by the command. Exits with 1 above 100 MB, 2% of
one core, or 1 second.
"""
import http.client
import os
import pathlib
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

EMAIL, PASSWORD = "hansolo@timeline.example", "carbonite-at-dawn"
# The maximum number of streams per session, above which the server ends the oldest one.
STREAMS_PER_SESSION = 4
IDLE_SECONDS = 20


def log_in(port, email=EMAIL, password=PASSWORD):
    """Logs in through the form on the login page, and returns the session cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/login")
    response = connection.getresponse()
    page = response.read().decode()
    cookie = response.getheader("Set-Cookie").split(";")[0]
    token = re.search(r'name="token"[^>]*value="([^"]*)"', page)
    token = token or re.search(r'value="([^"]*)"[^>]*name="token"', page)
    form = {"email": email, "password": password, "token": token.group(1)}
    fields = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/login", urllib.parse.urlencode(form), fields)
    response = connection.getresponse()
    response.read()
    connection.close()
    if response.status != 303:
        sys.exit(f"The login failed with status {response.status}.")
    return [c for c in response.headers.get_all("Set-Cookie") if "forms" not in c][0].split(";")[0]


def newest_post(port, cookie):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/", headers={"Cookie": cookie})
    page = connection.getresponse().read().decode()
    connection.close()
    return re.search(r'id="post-([^"]+)"', page).group(1)


def open_stream(port, cookie, newest):
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(f"GET /live?since={newest} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    return stream


def wait_for(streams, text):
    """Waits until each stream has sent the given text."""
    missing = {stream.fileno(): stream for stream in streams}
    received = {number: b"" for number in missing}
    poll = select.epoll()
    for number in missing:
        poll.register(number, select.EPOLLIN)
    while missing:
        events = poll.poll(30)
        if not events:
            sys.exit(f"{len(missing)} streams are silent.")
        for number, _ in events:
            if number not in missing:
                continue
            bytes_ = missing[number].recv(65536)
            if not bytes_:
                sys.exit("The server closed a stream.")
            received[number] += bytes_
            if text in received[number]:
                poll.unregister(number)
                del missing[number]


def megabytes(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(timeline, count, folder):
    environment = dict(os.environ, HOME=folder)
    store = f"{folder}/store"
    subprocess.run([timeline, "demo", "--store", store, "--images", "none"], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    server = subprocess.Popen([timeline, "serve", "--store", store, "--port", "0"], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        cookies = [log_in(port) for _ in range(-(-count // STREAMS_PER_SESSION))]
        newest = newest_post(port, cookies[0])
        before = megabytes(server.pid)
        streams = [open_stream(port, cookies[i // STREAMS_PER_SESSION], newest) for i in range(count)]
        wait_for(streams, b":\n\n")
        start, worked = time.monotonic(), processor_seconds(server.pid)
        time.sleep(IDLE_SECONDS)
        share = 100 * (processor_seconds(server.pid) - worked) / (time.monotonic() - start)
        memory = megabytes(server.pid) - before
        subprocess.run([timeline, "post", "--store", store, "--image", f"{folder}/post.gif"], env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        start = time.monotonic()
        wait_for(streams, b"event: home")
        delay = time.monotonic() - start
    finally:
        server.terminate()
        server.wait()
    print(f"{count} streams take {memory:.0f} MB above {before:.0f} MB and {share:.1f}% of one core while idle;")
    print(f"a post arrives on all of them {delay:.2f} s after the command that made it.")
    return memory <= 100 and share <= 2 and delay <= 1


def main(timeline, count="1000"):
    count = int(count)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit[1], 10240), limit[1]))
    with tempfile.TemporaryDirectory() as folder:
        pixel = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x12\x34\x56\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
        pathlib.Path(folder, "post.gif").write_bytes(pixel)
        sys.exit(0 if measure(str(pathlib.Path(timeline).resolve()), count, folder) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
