#!/usr/bin/env python3
"""Reads an archive of Timeline, a ZIP file or a folder; checks all hashes and IDs; prints the posts. See Docs/Archive.md."""
import base64, datetime, hashlib, json, pathlib, sys, uuid, zipfile

ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
KINDS = ["", "keyAdded", "keyRevoked", "profileSet", "accountDeleted", "postSet", "postDeleted", "commentAdded",
         "commentDeleted", "commentHidden", "liked", "unliked", "followed", "unfollowed"]
TYPES = {"image/jpeg": 1, "image/png": 2, "image/webp": 3, "image/gif": 4, "image/heic": 5}
FIELDS = {"username": 1, "displayName": 2, "bio": 3, "url": 4, "photo": 5}

def cbor(value):  # RFC 8949, section 4.2.1
    def head(major, number):
        if number < 24: return bytes([major << 5 | number])
        size = next(size for size in (1, 2, 4, 8) if number < 256 ** size)
        return bytes([major << 5 | 23 + size.bit_length()]) + number.to_bytes(size, "big")
    if value is None: return b"\xf6"
    if isinstance(value, int): return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes): return head(2, len(value)) + value
    if isinstance(value, str): return head(3, len(value.encode())) + value.encode()
    return head(4, len(value)) + b"".join(map(cbor, value))

def hexa(text): return bytes.fromhex(text)
def user(text): return text and uuid.UUID(text).bytes
def push_id(text): return sum(ALPHABET.index(c) << 6 * (19 - i) for i, c in enumerate(text)).to_bytes(15, "big")
def photo(p):
    preview, thumb = p.get("preview"), p.get("thumbHash")
    return [hexa(p["blob"]), p["bytes"], TYPES[p["type"]], p["width"], p["height"], p.get("alt"),
            thumb and base64.b64decode(thumb), preview and [hexa(preview["blob"]), preview["bytes"]]]

def content(e):
    kind, post = e["kind"], [push_id(e["post"]), hexa(e.get("postNonce") or e["nonce"])] if "post" in e else []
    if kind == "keyAdded": return [hexa(e["root"]), hexa(e["device"]), hexa(e["box"])]
    if kind == "keyRevoked":
        return [hexa(e["revoked"]), push_id(e["last"]), hexa(e["revocation"]), e["part"], e["parts"],
                [hexa(prefix) for prefix in e["list"]]]
    if kind == "profileSet":
        return [FIELDS[e["field"]], photo(e["value"]) if e["field"] == "photo" and e["value"] else e["value"]]
    if kind == "accountDeleted": return []
    if kind == "postSet":
        place = e.get("place")
        place = place and [place.get("name"), place.get("latitude"), place.get("longitude")]
        return post + [e["caption"], [photo(p) for p in e["photos"]], place]
    if kind == "commentAdded": return [hexa(e["nonce"])] + post + [e["text"]]
    if kind == "commentDeleted": return [push_id(e["comment"]), hexa(e["nonce"])] + post
    if kind == "commentHidden": return post + [push_id(e["comment"])]
    return [user(e["user"])] if kind in ("followed", "unfollowed") else post

def body(e):
    if "body" in e: return base64.b64decode(e["body"])
    return cbor([1, user(e["author"]), hexa(e["key"]), push_id(e["stamp"]), user(e.get("home")), KINDS.index(e["kind"]), content(e)])

archive = pathlib.Path(sys.argv[1])
read = archive.joinpath if archive.is_dir() else lambda path: zipfile.Path(archive, path)
manifest, count = json.loads(read("manifest.json").read_text("utf-8")), 0
for file in manifest["files"]:
    data = read(file["path"]).read_bytes()
    assert len(data) == file["bytes"] and hashlib.sha256(data).hexdigest() == file["sha256"], file["path"]
    for line in data.splitlines() if file["path"].startswith("records/") else []:
        e = json.loads(line)
        assert hashlib.sha256(b"timeline record 1\0" + body(e)).hexdigest() == e["id"], line
        count += 1
        if e["kind"] == "postSet":
            print(datetime.datetime.fromtimestamp(e["time"] / 1000, datetime.timezone.utc).isoformat(), e["caption"][:60])
assert count == manifest["entries"]
print(len(manifest["files"]), "files,", count, "entries")
