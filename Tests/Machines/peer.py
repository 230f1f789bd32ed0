"""A peer that follows Docs/Protocol.md only as far as a test wants: records, encrypted connections and frames.

It shares no code with the project. Requires the package `cryptography` from PyPI.
"""

import base64
import hashlib
import hmac
import http.client
import os
import re
import socket
import struct
import time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from records import decode, hashed, user_id

HELLO, NEGENTROPY, WANT, RECORDS, LACK, WANT_BLOB, BLOB, PRIVATE, END, ERROR = range(1, 11)


def encode(value):
    """Encodes a value as deterministic CBOR."""
    match value:
        case None:
            return b"\xf6"
        case int():
            return _head(0, value) if value >= 0 else _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            return _head(3, len(value.encode())) + value.encode()
    return _head(4, len(value)) + b"".join(map(encode, value))


def _head(major, argument):
    if argument < 24:
        return bytes([major << 5 | argument])
    size = next(size for size in range(4) if argument < 256 ** (1 << size))
    return bytes([major << 5 | 24 + size]) + argument.to_bytes(1 << size, "big")


def public(key):
    return key.public_key().public_bytes_raw()


def key_id(key):
    return hashed("timeline key 1", key)[:8]


def now():
    return int(time.time() * 1000)


def bound_id(author, milliseconds, nonce, post=b""):
    start = milliseconds.to_bytes(6, "big")
    return start + hashed("timeline name 1", author, start, nonce, post)[:9]


class Person:
    """A user with one device, who can sign anything."""

    def __init__(self):
        self.root, self.device, self.box = (
            Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate(), X25519PrivateKey.generate()
        )
        self.id = user_id(public(self.root))
        self.key = key_id(public(self.device))
        self._last = 0

    def _tick(self):
        self._last = max(now(), self._last + 1)
        return self._last

    def record(self, kind, content, stamp=None, home=None, author=None, key=None):
        """Signs a record of any kind."""
        key = key or (self.root if kind in (1, 2, 4) else self.device)
        stamp = stamp or self._tick().to_bytes(6, "big") + os.urandom(9)
        body = encode([1, author or self.id, key_id(public(key)), stamp, home, kind, content])
        return encode([body, key.sign(b"timeline record 1\0" + body)])

    def introduction(self, username):
        """Returns the records that add the device and set the username."""
        keys = [public(self.root), public(self.device), public(self.box)]
        return [self.record(1, keys), self.record(3, [1, username])]

    def post(self, caption, photos=None, milliseconds=None, key=None):
        """Returns the record of a post, its ID and its nonce."""
        milliseconds, nonce = milliseconds or self._tick(), os.urandom(8)
        id = bound_id(self.id, milliseconds, nonce)
        photos = photos or [[hashlib.sha256(os.urandom(8)).digest(), 5000, 1, 100, 100, None, None, None]]
        return self.record(5, [id, nonce, caption, photos, None], stamp=id, key=key), id, nonce


class Noise:
    """The initiator's side of Noise_XX_25519_ChaChaPoly_SHA256."""

    def __init__(self, static, prologue=b"timeline sync 1"):
        self.hash = self.chain = b"Noise_XX_25519_ChaChaPoly_SHA256"
        self.static, self.ephemeral, self.cipher = static, X25519PrivateKey.generate(), None
        self._mix_hash(prologue)

    def _mix_hash(self, data):
        self.hash = hashlib.sha256(self.hash + data).digest()

    def _derive(self, secret):
        key = hmac.digest(self.chain, secret, "sha256")
        first = hmac.digest(key, b"\1", "sha256")
        return first, hmac.digest(key, first + b"\2", "sha256")

    def _mix_key(self, secret):
        self.chain, key = self._derive(secret)
        self.cipher = Cipher(key)

    def _seal(self, data):
        sealed = self.cipher.seal(data, self.hash) if self.cipher else data
        self._mix_hash(sealed)
        return sealed

    def _open(self, sealed):
        data = self.cipher.open(sealed, self.hash)
        self._mix_hash(sealed)
        return data

    def first(self):
        message = public(self.ephemeral)
        self._mix_hash(message)
        return message + self._seal(b"")

    def read(self, message):
        self._mix_hash(message[:32])
        self.remote = X25519PublicKey.from_public_bytes(message[:32])
        self._mix_key(self.ephemeral.exchange(self.remote))
        self.peer = self._open(message[32:80])
        self._mix_key(self.ephemeral.exchange(X25519PublicKey.from_public_bytes(self.peer)))
        self._open(message[80:])

    def last(self):
        message = self._seal(public(self.static))
        self._mix_key(self.static.exchange(self.remote))
        message += self._seal(b"")
        sending, receiving = self._derive(b"")
        self.sending, self.receiving = Cipher(sending), Cipher(receiving)
        return message


class Cipher:
    def __init__(self, key):
        self.key, self.count = ChaCha20Poly1305(key), 0

    def _nonce(self):
        self.count += 1
        return bytes(4) + (self.count - 1).to_bytes(8, "little")

    def seal(self, data, authenticated=b""):
        return self.key.encrypt(self._nonce(), data, authenticated)

    def open(self, data, authenticated=b""):
        return self.key.decrypt(self._nonce(), data, authenticated)


def frame(type, content):
    data = content if isinstance(content, bytes) else encode(content)
    return struct.pack(">IB", len(data) + 1, type) + data


def records_frame(records, completed=()):
    return frame(RECORDS, [list(records), list(completed)])


def link(text):
    """Returns the parts of an invitation link in a text."""
    code = re.search(r"timeline://follow/1/([\w-]+)", text)[1]
    root, name, addresses, token, expiry, box = decode(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    return {"user": user_id(root), "token": token, "box": box}


def pack(records):
    """Returns the content of a pack with some records."""
    data = records_frame(records)
    return data + hashlib.sha256(data).digest()


class Session:
    """A session as the initiator, over TCP, or over HTTP if a path is given."""

    def __init__(self, port, person, token=None, path=None):
        self.person, self.token, self.path, self.port = person, token, path, port
        self.noise, self.plain, self.salt = Noise(person.box), b"", os.urandom(8)
        self.state, self.id, self.buffer, self.unsent = os.urandom(16), None, b"", b""
        if path is None:
            self.socket = socket.create_connection(("127.0.0.1", port), 20)
        self._send(self._prefixed(self.noise.first()))
        self.noise.read(self._message())
        last = self._prefixed(self.noise.last())
        # Over HTTP, the last message of the handshake is sent along with the first request.
        if path is None:
            self._send(last)
        else:
            self.unsent = last

    @staticmethod
    def _prefixed(message):
        return struct.pack(">H", len(message)) + message

    def _send(self, data):
        if self.path is None:
            return self.socket.sendall(data)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Host": f"localhost:{self.port}", "Content-Type": "application/octet-stream"}
        if self.id:
            fields["Timeline-Session"] = self.id
        connection.request("POST", self.path, data, fields)
        response = connection.getresponse()
        self.buffer += response.read()
        self.id = response.getheader("Timeline-Session")
        connection.close()
        if response.status != 200:
            raise EOFError(f"HTTP status {response.status}")

    def _exactly(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(65536) if self.path is None else b""
            if not data:
                raise EOFError
            self.buffer += data
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _message(self):
        return self._exactly(struct.unpack(">H", self._exactly(2))[0])

    def hello(self, scopes, **changes):
        """Returns a hello frame; see Docs/Protocol.md for its fields."""
        scopes = sorted(scopes)
        fields = {
            "version": 1, "time": now(), "state": self.state, "token": self.token, "user": self.person.id,
            "device": self.person.key, "hash": hashlib.sha256(b"".join(scopes)).digest(), "budget": 2**63,
            "salt": self.salt, "scopes": scopes, "wants scopes": 1,
        }
        return frame(HELLO, list((fields | changes).values()))

    def turn(self, *frames, status=0):
        """Sends a request, and returns the frames of the reply as pairs of type and decoded content."""
        plain = b"".join(frames) + frame(END, [status, self.state])
        sealed = self.unsent
        self.unsent = b""
        for start in range(0, len(plain), 65519):
            sealed += self._prefixed(self.noise.sending.seal(plain[start : start + 65519]))
        self._send(sealed)
        reply = []
        while True:
            while len(self.plain) >= 5:
                length, type = struct.unpack(">IB", self.plain[:5])
                if len(self.plain) < 4 + length:
                    break
                reply.append((type, decode(self.plain[5 : 4 + length])))
                self.plain = self.plain[4 + length :]
                if type in (END, ERROR):
                    return reply
            try:
                self.plain += self.noise.receiving.open(self._message())
            except (EOFError, OSError):
                return reply + [(None, None)]
