"""A reverse proxy with a certificate of its own, for apps that insist on `https://`."""

import functools
import http.client
import http.server
import ssl
import subprocess
import threading

#: The header fields that concern one connection only (RFC 9110, section 7.6.1).
_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade", "proxy-connection"}


@functools.cache
def certificate(folder):
    """Creates a certificate for this machine, and returns its path and that of its key."""
    paths = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost,DNS:photos.localhost,IP:127.0.0.1",
            "-out",
            paths[0],
            "-keyout",
            paths[1],
        ],
        check=True,
        capture_output=True,
    )
    return paths


class SecureProxy:
    """A proxy that accepts TLS at `url`, and passes requests on to the port `target` of this machine."""

    def __init__(self, folder):
        self.target = None
        self.certificate, key = certificate(folder)
        proxy = self

        class Handler(_Handler):
            @property
            def target(self):
                return proxy.target

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        # Apps that do not trust the certificate end the connection.
        self._server.handle_error = lambda *_: None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        # The handshake runs in the thread of the connection, so that a client that hangs stops no other.
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self._server.server_address[1]
        self.url = f"https://localhost:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def environment(self):
        """The variables with which programs trust the certificate."""
        path = str(self.certificate)
        return {"REQUESTS_CA_BUNDLE": path, "SSL_CERT_FILE": path, "CURL_CA_BUNDLE": path}

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def _forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        upstream = http.client.HTTPConnection("127.0.0.1", self.target, timeout=600)
        try:
            upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in _HOP:
                    upstream.putheader(name, value)
            upstream.putheader("X-Forwarded-Proto", "https")
            upstream.putheader("X-Forwarded-For", self.client_address[0])
            upstream.endheaders(body)
            self._answer(upstream.getresponse())
        except OSError:
            self.close_connection = True
        finally:
            upstream.close()

    def _answer(self, response):
        self.send_response_only(response.status, response.reason)
        for name, value in response.getheaders():
            if name.lower() not in _HOP:
                self.send_header(name, value)
        has_body = self.command != "HEAD" and response.status not in (204, 304)
        is_sized = response.getheader("Content-Length") is not None or not has_body
        if not is_sized:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        while has_body and (part := response.read1(65536)):
            self.wfile.write(part)
            self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _forward
