#!/usr/bin/env python3
"""Writes the seeds of the fuzzer of archives: archives.py FOLDER"""
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path

folder = Path(sys.argv[1])
post = {
    "media": [{"uri": "media/a.jpg", "creation_timestamp": 1658871953, "title": "M\u00c3\u00bcnchen",
               "media_metadata": {"photo_metadata": {"exif_data": [{"latitude": 52.5, "longitude": 13.4}]}}}],
    "title": None,
}
former = {
    "photos": [{"caption": "a", "taken_at": "2018-05-01T12:00:00+00:00", "location": "b", "path": "media/a.jpg"}] * 2,
    "videos": [{"path": "v"}], "stories": [{}], "profile": [{}],
}
activity = {
    "id": "i", "type": "Create", "published": "2022-11-05T12:00:00Z",
    "to": ["https://www.w3.org/ns/activitystreams#Public"],
    "object": {"type": "Note", "content": "<p>a &amp; b<br/>c</p>", "summary": None,
               "attachment": [{"url": "/media/a.jpg", "name": "alt"}]},
}


def write(name, kind, content):
    (folder / name).write_bytes(bytes([kind]) + content)


for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        archive.writestr("posts_1.json", json.dumps([post]))
        archive.writestr("media/a.jpg", b"\xff\xd8\xff" + bytes(200))
    write(f"zip-{method}", 0, content.getvalue())
content = io.BytesIO()
with zipfile.ZipFile(content, "w") as archive:
    with archive.open("large", "w", force_zip64=True) as entry:
        entry.write(b"content")
write("zip-64", 0, content.getvalue())
content = io.BytesIO()
with zipfile.ZipFile(content, "w") as archive:
    archive.writestr("outside", b"content")
    archive.filelist[0].header_offset = (1 << 63) - 1
write("zip-outside", 0, content.getvalue())
for kind in (tarfile.USTAR_FORMAT, tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
    for mode in ("w", "w:gz"):
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode=mode, format=kind) as archive:
            for name in ("outbox.json", "media/" + ("long" * 5 if kind == tarfile.USTAR_FORMAT else "l" * 150)):
                entry = tarfile.TarInfo(name)
                entry.size = 7
                archive.addfile(entry, io.BytesIO(b"content"))
        write(f"tar-{kind}-{mode[2:]}", 0, content.getvalue())
write("posts", 1, json.dumps([post, {"media": post["media"][0]}]).encode())
write("former", 2, json.dumps(former).encode())
write("outbox", 3, json.dumps({"orderedItems": [activity, {"type": "Announce"}]}).encode())
