"""Draws small pictures for the tests, as PNG files."""

import itertools
import struct
import zlib

_number = itertools.count()


def picture(folder, width=300, height=200):
    """Writes a new picture that differs from all others, and returns its path."""
    number = next(_number)
    rows = bytearray()
    for y in range(height):
        rows.append(0)  # The row is not filtered.
        shade = 40 + 170 * y // height
        pixel = bytes(((number * 53 + shade) % 256, shade, (number * 97) % 256))
        rows += pixel * (width // 2) + pixel[::-1] * (width - width // 2)
    path = folder / f"picture-{number}.png"
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(bytes(rows), 1))
        + _chunk(b"IEND", b"")
    )
    return path


def shades(content):
    """Returns the width, the height and the shades of grey of a screenshot, a PNG file with 8 bits per channel."""
    width, height, depth, kind = struct.unpack(">IIBB", content[16:26])
    assert depth == 8 and kind in (2, 6)
    data, place = b"", 8
    while place < len(content):
        length = int.from_bytes(content[place : place + 4], "big")
        if content[place + 4 : place + 8] == b"IDAT":
            data += content[place + 8 : place + 8 + length]
        place += 12 + length
    data = zlib.decompress(data)
    channels = 3 if kind == 2 else 4
    stride = width * channels
    above, shades = bytearray(stride), bytearray()
    for start in range(0, len(data), stride + 1):
        filter, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        for index in range(stride):
            left = row[index - channels] if index >= channels else 0
            up = above[index]
            corner = above[index - channels] if index >= channels else 0
            nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[index] = (row[index] + (0, left, up, (left + up) // 2, nearest)[filter]) % 256
        shades += row[::channels]
        above = row
    return width, height, bytes(shades)


def size(path):
    """Returns the width and height of a JPEG file."""
    content = path.read_bytes()
    place = 2
    while content[place + 1] not in (0xC0, 0xC1, 0xC2):
        place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    height, width = struct.unpack(">HH", content[place + 5 : place + 9])
    return width, height


def _chunk(name, content):
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
