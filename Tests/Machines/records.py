"""Reads the records of a store as Docs/Protocol.md describes them, without any code of the project.

It verifies every signature, computes the live set, and derives from it what `timeline` shows.
"""

import collections
import hashlib
import sqlite3

# Ed25519 (RFC 8032, section 5.1), which only verifies. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)


def _point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= PRIME:
        raise ValueError("the encoding of a point is not canonical")
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT % PRIME
    if (x * x - square) % PRIME or (x == 0 and sign):
        raise ValueError("not a point")
    if x & 1 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


def _add(left, right):
    a = (left[1] - left[0]) * (right[1] - right[0]) % PRIME
    b = (left[1] + left[0]) * (right[1] + right[0]) % PRIME
    c = 2 * left[3] * right[3] * D % PRIME
    d = 2 * left[2] * right[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _multiply(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


_BASE = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key, message, signature):
    """Returns whether an Ed25519 signature is valid."""
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or scalar >= ORDER:
        return False
    hash = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(hash, "little") % ORDER
    left = _multiply(scalar, _BASE)
    right = _add(_point(signature[:32]), _multiply(challenge, _point(key)))
    return not (
        (left[0] * right[2] - right[0] * left[2]) % PRIME or (left[1] * right[2] - right[1] * left[2]) % PRIME
    )


def decode(data):
    """Decodes deterministic CBOR: integers, byte strings, texts, arrays and null."""
    value, end = _decode(data, 0)
    if end != len(data):
        raise ValueError("bytes after the value")
    return value


def _decode(data, position):
    major, argument = data[position] >> 5, data[position] & 31
    position += 1
    if (major, argument) == (7, 22):
        return None, position
    if argument >= 24:
        size = 1 << (argument - 24)
        argument = int.from_bytes(data[position : position + size], "big")
        position += size
    match major:
        case 0:
            return argument, position
        case 1:
            return -1 - argument, position
        case 2:
            return data[position : position + argument], position + argument
        case 3:
            return data[position : position + argument].decode(), position + argument
        case 4:
            values = []
            for _ in range(argument):
                value, position = _decode(data, position)
                values.append(value)
            return values, position
    raise ValueError(f"major type {major}")


def hashed(domain, *parts):
    return hashlib.sha256(domain.encode() + b"\0" + b"".join(parts)).digest()


def user_id(root):
    value = bytearray(hashed("timeline user 1", root)[:16])
    value[6] = value[6] & 0x0F | 0x80
    value[8] = value[8] & 0x3F | 0x80
    return bytes(value)


def is_bound(id, author, nonce, post=b""):
    """Returns whether the nonce proves that a post or comment belongs to its author."""
    return id[6:] == hashed("timeline name 1", author, id[:6], nonce, post)[:9]


class Record:
    """A record with its fields named as in Docs/Protocol.md."""

    KINDS = "added ended profile left post post_deleted comment comment_deleted hidden liked unliked followed unfollowed"

    def __init__(self, body, signature):
        self.signed, self.signature = b"timeline record 1\0" + body, signature
        self.id = hashlib.sha256(self.signed).digest()
        version, self.author, self.key, self.stamp, self.home, kind, self.content = decode(body)
        assert version == 1
        self.kind = self.KINDS.split()[kind - 1] if 1 <= kind <= 13 else kind
        self.is_by_root = self.kind in ("added", "ended", "left")
        self.scope = self.home or self.author

    @property
    def post(self):
        """The ID of the post that the record concerns, or `None`."""
        match self.kind:
            case "comment":
                return self.content[1]
            case "comment_deleted":
                return self.content[2]
            case "post" | "post_deleted" | "hidden" | "liked" | "unliked":
                return self.content[0]

    @property
    def register(self):
        """The LWW register that the record sets, or `None`."""
        match self.kind:
            case "left":
                return "left", self.author
            case "profile":
                return "profile", self.author, self.content[0]
            case "post":
                return "post", self.post
            case "comment":
                return "comment", self.stamp
            case "liked" | "unliked":
                return "like", self.author, self.post
            case "followed" | "unfollowed":
                return "follow", self.author, self.content[0]
            case "post_deleted":
                return "post_deleted", self.post
            case "comment_deleted":
                return "comment_deleted", self.content[0]
            case "hidden":
                return "hidden", self.content[2], self.post

    def check(self, keys):
        """Checks the signature and the ownership of the IDs, with the keys of each user by key ID and role."""
        if self.kind == "added":
            root = self.content[0]
            assert user_id(root) == self.author
        else:
            root = None
        key = root or keys[self.author, self.key, self.is_by_root]
        assert hashed("timeline key 1", key)[:8] == self.key
        assert is_signed(key, self.signed, self.signature), f"the signature of {self.id.hex()} is invalid"
        content = self.content
        match self.kind:
            case "post" | "post_deleted" | "hidden":
                assert is_bound(content[0], self.author, content[1])
            case "comment":
                assert is_bound(content[1], self.scope, content[2])
                assert is_bound(self.stamp, self.author, content[0], content[1])
            case "comment_deleted":
                assert is_bound(content[2], self.scope, content[3])
                assert is_bound(content[0], self.author, content[1], content[2])
            case "liked" | "unliked":
                assert is_bound(content[0], self.scope, content[1])


def keys(records):
    """Returns the public keys of all users by user, key ID, and whether it is the root key."""
    found = {}
    for record in records:
        if record.kind == "added":
            root, device, _ = record.content
            found[record.author, hashed("timeline key 1", root)[:8], True] = root
            found[record.author, hashed("timeline key 1", device)[:8], False] = device
    return found


def revocations(records):
    """Returns for each revoked key the lowest last stamp, and the union of the complete lists or `None`."""
    parts = collections.defaultdict(lambda: collections.defaultdict(set))
    lasts = {}
    for record in records:
        if record.kind == "ended":
            key, last, revocation, part, count, listed = record.content
            name = record.author, key
            lasts[name] = min(lasts.get(name, last), last)
            parts[name][revocation].add((part, count, last, tuple(listed)))
    revoked = {}
    for name, last in lasts.items():
        complete = None
        for held in parts[name].values():
            counts = {count for _, count, _, _ in held}
            if len(counts) == 1 and len(held) == counts.pop() == len({part for part, _, _, _ in held}):
                complete = (complete or set()).union(*(listed for _, _, _, listed in held))
        revoked[name] = last, complete
    return revoked


def live_set(records):
    """Returns the live records (Docs/Protocol.md, "The live set")."""
    records = {record.id: record for record in records}.values()
    known, revoked = keys(records), revocations(records)

    def is_allowed(record):
        if (record.author, record.key, record.is_by_root) not in known:
            return False
        if record.is_by_root or (record.author, record.key) not in revoked:
            return True
        last, listed = revoked[record.author, record.key]
        return record.stamp <= last if listed is None else record.id[:16] in listed

    live = [record for record in records if is_allowed(record)]
    left = {record.author for record in live if record.kind == "left"}
    live = [
        record for record in live if record.home not in left and (record.is_by_root or record.author not in left)
    ]
    posts = {record.post for record in live if record.kind == "post_deleted"}
    comments = {record.content[0] for record in live if record.kind == "comment_deleted"}
    hidden = {(record.content[2], record.post) for record in live if record.kind == "hidden"}

    def is_deleted(record):
        if record.kind != "post_deleted" and record.post in posts:
            return True
        return record.kind == "comment" and (record.stamp in comments or (record.stamp, record.post) in hidden)

    highest, rest = {}, []
    for record in live:
        if is_deleted(record):
            continue
        register = record.register
        if register is None:
            rest.append(record)
        elif register not in highest or (highest[register].stamp, highest[register].id) < (record.stamp, record.id):
            highest[register] = record
    return rest + list(highest.values())


def stored(store):
    """Returns the records in the database of a store."""
    database = sqlite3.connect(f"file:{store}/timeline.sqlite?mode=ro", uri=True, timeout=60)
    try:
        return [Record(bytes(body), bytes(signature)) for body, signature in
                database.execute("SELECT body, signature FROM record")]
    finally:
        database.close()


ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"


def text_of(id):
    """Returns a push ID as text: 20 characters of 6 bits."""
    number = int.from_bytes(id, "big")
    return "".join(ALPHABET[number >> shift & 63] for shift in range(114, -1, -6))


class Posts:
    """The posts that live records show: their captions, likes and comments by post ID."""

    def __init__(self, live):
        self.names = {
            record.author: record.content[1]
            for record in live if record.kind == "profile" and record.content[0] == 1
        }
        self.posts = {
            record.post: record for record in live if record.kind == "post" and record.author in self.names
        }
        self.likes = collections.defaultdict(set)
        self.comments = collections.defaultdict(set)
        for record in live:
            post = self.posts.get(record.post)
            if post is None or post.author != record.scope or record.author not in self.names:
                continue
            if record.kind == "liked":
                self.likes[record.post].add(record.author)
            elif record.kind == "comment":
                self.comments[record.post].add((record.stamp, record.author, record.content[3]))

    def shown(self, authors, hidden=frozenset()):
        """Returns the ID, caption, number of likes and number of comments of posts by some users, newest first.

        Nothing by or about hidden users counts.
        """
        return [
            (
                text_of(id),
                record.content[2] or None,
                len(self.likes[id] - hidden),
                len([comment for comment in self.comments[id] if comment[1] not in hidden]),
            )
            for id, record in sorted(self.posts.items(), reverse=True)
            if record.author in authors and record.author not in hidden
        ]


def deleted(store):
    """Returns the IDs of the posts and comments that the records of a store delete or hide."""
    ids = set()
    for record in stored(store):
        if record.kind == "post_deleted":
            ids.add(record.post)
        elif record.kind in ("comment_deleted", "hidden"):
            ids.add(record.content[0 if record.kind == "comment_deleted" else 2])
    return {text_of(id) for id in ids}


def check(store):
    """Verifies all records of a store, checks that they are live, and returns the posts that they show."""
    records = stored(store)
    known = keys(records)
    for record in records:
        record.check(known)
    live = live_set(records)
    assert {record.id for record in live} == {record.id for record in records}, "The store has records that are not live."
    return Posts(live)
