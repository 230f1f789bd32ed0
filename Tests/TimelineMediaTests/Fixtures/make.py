#!/usr/bin/env python3
"""Creates the pictures for the tests of TimelineMedia, with Pillow, cjpeg (scan scripts), heif-enc and exiftool (HEIC).

upright-…: one drawing in every variant of a format, stored in each of the eight orientations.
scans-…: progressive JPEGs with detail in every block, their scans in every order and number.
gif-…: GIFs, and PNGs with the same pixels; heic-turned: the drawing, rotated by a property of HEIC and by Exif.
png-8192x8192: a grey picture, for measuring memory; heic-ios18: a picture with the relations of iOS 18, written by hand.
secrets-…: files with every kind of metadata; the tests search stripped copies for SECRET and for the place.
"""
import io
import pathlib
import struct
import subprocess
import sys
import zlib

from PIL import Image, ImageCms, ImageDraw

HERE = pathlib.Path(__file__).parent
SIZE = (48, 32)
SECRET = b"SECRET-4711"
# The transformation of the stored drawing by orientation: the inverse of the reader's.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def drawing(mode="RGB"):
    """Returns a drawing with red, green, blue and yellow quarters, and a dark bar at the top left."""
    width, height = SIZE
    picture = Image.new("RGB", SIZE)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width // 2 - 1, height // 2 - 1), fill=(224, 32, 32))
    draw.rectangle((width // 2, 0, width, height // 2 - 1), fill=(32, 160, 32))
    draw.rectangle((0, height // 2, width // 2 - 1, height), fill=(32, 32, 224))
    draw.rectangle((width // 2, height // 2, width, height), fill=(240, 224, 64))
    draw.rectangle((0, 0, 7, 15), fill=(16, 16, 16))
    if mode == "RGBA":
        alpha = Image.new("L", SIZE, 255)
        ImageDraw.Draw(alpha).rectangle((width // 2, 0, width, height // 2 - 1), fill=128)
        picture.putalpha(alpha)
        return picture
    if mode == "P":
        return picture.quantize(16)
    return picture.convert(mode)


def exif(orientation):
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(picture, orientation, depth=8, interlaced=False):
    """Returns variants that Pillow cannot write: 16 bits per channel, and Adam7 interlacing."""
    width, height = picture.size
    pixels = picture.load()
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for left, top, right, down in passes:
        for y in range(top, height, down):
            colours = [value for x in range(left, width, right) for value in pixels[x, y]]
            rows += b"\0" + b"".join(struct.pack(">H", value * 257) if depth == 16 else bytes([value]) for value in colours)
    header = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, int(interlaced))
    block = exif(orientation)[6:]
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"eXIf", block)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def large_png(side=8192):
    """A grey picture, compressed to a few kilobytes."""
    rows = zlib.compress((b"\0" + b"\x50" * side) * side, 9)
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    (HERE / f"png-{side}x{side}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + parts)


def upright():
    pillow = {
        "jpeg-baseline.jpg": ("RGB", dict(quality=92, subsampling=0)),
        "jpeg-subsampled.jpg": ("RGB", dict(quality=92, subsampling=2)),
        "jpeg-progressive.jpg": ("RGB", dict(quality=92, progressive=True, subsampling=0)),
        "jpeg-grey.jpg": ("L", dict(quality=92)),
        "jpeg-cmyk.jpg": ("CMYK", dict(quality=92)),
        "png-rgb.png": ("RGB", {}),
        "png-alpha.png": ("RGBA", {}),
        "png-palette.png": ("P", {}),
        "png-grey.png": ("L", {}),
        "webp-lossy.webp": ("RGB", dict(quality=90)),
        "webp-lossless.webp": ("RGB", dict(lossless=True)),
        "webp-alpha.webp": ("RGBA", dict(quality=90)),
    }
    for orientation, method in STORED.items():
        turned = lambda picture: picture if method is None else picture.transpose(method)
        for name, (mode, options) in pillow.items():
            turned(drawing(mode)).save(HERE / f"upright-{orientation}-{name}", exif=exif(orientation), **options)
        for name, options in {"png-16.png": dict(depth=16), "png-interlaced.png": dict(interlaced=True)}.items():
            (HERE / f"upright-{orientation}-{name}").write_bytes(png(turned(drawing()), orientation, **options))


def secret_exif(orientation=6):
    """Returns Exif data with place, device, serial number, dates, a maker's note and a preview."""
    preview = io.BytesIO()
    drawing().resize((16, 12)).save(preview, "JPEG", comment=SECRET)
    block = Image.Exif()
    text = SECRET.decode()
    block[0x0112] = orientation
    block[0x010F] = text + "-make"
    block[0x0110] = text + "-model"
    block[0x013B] = text + "-artist"
    block[0x0132] = "2015:01:01 12:00:00"
    camera = block.get_ifd(0x8769)
    camera[0xA431] = text + "-serial"
    camera[0x927C] = SECRET + b"-note"
    place = block.get_ifd(0x8825)
    place[1], place[2] = "S", (33.0, 55.0, 31.44)
    place[3], place[4] = "E", (18.0, 25.0, 26.4)
    block.get_ifd(1)[0x0103] = 6
    # Pillow writes no preview, so it is appended after the directories, where readers find it.
    return block.tobytes() + preview.getvalue()


def xmp():
    return b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>' + SECRET + b"-33.9254,18.4240</rdf:RDF></x:xmpmeta>"


def profile():
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def secrets_jpeg():
    plain = io.BytesIO()
    drawing().transpose(Image.Transpose.ROTATE_90).save(plain, "JPEG", quality=92, progressive=True)
    body = plain.getvalue()[20:]
    thumbnail = bytes([2, 2]) + (SECRET + b"!")[:12]
    preview = io.BytesIO()
    drawing().resize((16, 12)).save(preview, "JPEG", comment=SECRET)
    head = [
        segment(0xE0, b"JFIF\0\1\1\1" + struct.pack(">HH", 72, 72) + thumbnail),
        segment(0xE0, b"JFXX\0\x10" + preview.getvalue()),
        segment(0xE1, secret_exif()),
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp()),
        segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + b"0" * 32 + struct.pack(">II", 99, 0) + xmp()),
        segment(0xE2, b"ICC_PROFILE\0\1\1" + profile()),
        segment(0xE2, b"MPF\0MM\0*\0\0\0\x08\0\0" + SECRET),
        segment(0xE4, SECRET),
        segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", 16) + b"\x1c\x02\x50\0\x0b" + SECRET),
        segment(0xEE, b"Adobe\0\x64\0\0\0\0\x01" + SECRET),
        segment(0xFE, SECRET),
    ]
    end = preview.getvalue() + b"\0\0\0\x18ftypmp42" + SECRET
    (HERE / "secrets.jpg").write_bytes(b"\xff\xd8" + b"".join(head) + body + end)


def secrets_png():
    plain = io.BytesIO()
    drawing("RGBA").transpose(Image.Transpose.ROTATE_90).save(plain, "PNG", icc_profile=profile(), dpi=(72, 72))
    body = plain.getvalue()
    cut = body.index(b"IDAT") - 4
    secrets = [
        chunk(b"eXIf", secret_exif()[6:]),
        chunk(b"tEXt", b"Comment\0" + SECRET),
        chunk(b"zTXt", b"Raw profile type iptc\0\0" + zlib.compress(SECRET)),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp()),
        chunk(b"tIME", struct.pack(">HBBBBB", 2015, 1, 1, 12, 0, 0)),
        chunk(b"prVt", SECRET),
    ]
    end = chunk(b"tEXt", b"Late\0" + SECRET) + chunk(b"IEND", b"") + SECRET
    (HERE / "secrets.png").write_bytes(body[:cut] + b"".join(secrets) + body[cut:-12] + end)


def secrets_webp():
    turned = drawing("RGBA").transpose(Image.Transpose.ROTATE_90)
    known = dict(exif=secret_exif()[6:], xmp=xmp(), icc_profile=profile())
    for name, options in {
        "secrets.webp": dict(quality=90),
        "secrets-lossless.webp": dict(lossless=True),
        "secrets-animated.webp": dict(save_all=True, append_images=[turned.transpose(Image.Transpose.ROTATE_180)], lossless=True),
    }.items():
        plain = io.BytesIO()
        turned.save(plain, "WEBP", **known, **options)
        unknown = b"SECR" + struct.pack("<I", 12) + SECRET + b"\0"
        body = plain.getvalue() + unknown
        (HERE / name).write_bytes(body[:4] + struct.pack("<I", len(body) - 8) + body[8:] + SECRET)


def secrets_gif():
    plain = io.BytesIO()
    frames = [drawing("P"), drawing("P").transpose(Image.Transpose.ROTATE_180)]
    frames[0].save(plain, "GIF", save_all=True, append_images=frames[1:], duration=100, loop=0, comment=SECRET)
    body = plain.getvalue()
    application = b"\x21\xff\x0bXMP DataXMP" + bytes([len(xmp())]) + xmp() + b"\0"
    text = b"\x21\x01\x0c" + bytes(12) + bytes([len(SECRET)]) + SECRET + b"\0"
    (HERE / "secrets.gif").write_bytes(body[:-1] + application + text + b";" + SECRET)


def secrets_heic(sample):
    """Adds the metadata to a given HEIC file with exiftool."""
    target = HERE / "secrets.heic"
    target.unlink(missing_ok=True)
    text = SECRET.decode()
    subprocess.run(
        ["exiftool", "-q", f"-Make={text}", f"-ExifIFD:SerialNumber={text}", f"-XMP:Creator={text}",
         "-Exif:GPSLatitude=33.9254", "-Exif:GPSLatitudeRef=S", "-Exif:GPSLongitude=18.4240",
         "-Exif:GPSLongitudeRef=E", "-o", str(target), sample],
        check=True)


# Scan scripts for cjpeg: components, first and last coefficient, previous and current bit.
SCRIPTS = {
    "bands": "0,1,2: 0-0, 0, 0; 0: 1-2, 0, 0; 1: 1-63, 0, 0; 0: 3-9, 0, 0; 2: 1-63, 0, 0; 0: 10-63, 0, 0;",
    "bits": """0: 0-0, 0, 2; 1,2: 0-0, 0, 1; 0: 1-63, 0, 3; 0: 0-0, 2, 1; 0: 1-63, 3, 2; 1: 1-63, 0, 1; 2: 1-63, 0, 1;
        0: 1-63, 2, 1; 0: 0-0, 1, 0; 1,2: 0-0, 1, 0; 1: 1-63, 1, 0; 0: 1-63, 1, 0; 2: 1-63, 1, 0;""",
    # Decoders estimate coefficients that no scan contains from neighbouring blocks.
    "unfinished": "0,1,2: 0-0, 0, 1; 0: 1-5, 0, 2; 1: 1-63, 0, 1; 0: 6-63, 0, 3; 0: 1-5, 2, 1;",
    "high": "0,1,2: 0-0, 0, 0; 0: 10-63, 0, 0; 1: 10-63, 0, 0; 2: 1-63, 0, 0;",
    "low": "0,1,2: 0-0, 0, 0; 0: 2-4, 0, 0; 1: 2-4, 0, 0;",
    "flat": "0,1,2: 0-0, 0, 0;",
}


def scans():
    """Writes JPEGs with noise at every scale. Their sizes are not multiples of a block."""
    size = (171, 131)
    picture = Image.new("RGB", size, (128, 128, 128))
    for scale, weight in ((40, 0.5), (9, 0.4), (3, 0.3)):
        noise = Image.merge("RGB", [Image.effect_noise((size[0] // scale, size[1] // scale), 120) for _ in range(3)])
        picture = Image.blend(picture, noise.resize(size, Image.Resampling.BICUBIC), weight)
    for name, (mode, options) in {
        "444": ("RGB", dict(subsampling=0)),
        "422": ("RGB", dict(subsampling=1)),
        "420": ("RGB", dict(subsampling=2)),
        "grey": ("L", {}),
        "cmyk": ("CMYK", {}),
        "restarts": ("RGB", dict(subsampling=2, restart_marker_blocks=5)),
    }.items():
        picture.convert(mode).save(HERE / f"scans-{name}.jpg", quality=80, progressive=True, **options)
    plain = io.BytesIO()
    picture.save(plain, "PPM")
    script = HERE / "script.txt"
    for name, sampling in {"440": "1x2,1x1,1x1", "colours": "1x1,2x2,1x1"}.items():
        cjpeg(plain, f"scans-{name}.jpg", "-progressive", "-sample", sampling)
    for name, scans in SCRIPTS.items():
        script.write_text(scans)
        for sampling in ("2x2", "1x1"):
            cjpeg(plain, f"scans-{name}-{sampling}.jpg", "-scans", str(script), "-sample", sampling)
    script.unlink()


def cjpeg(plain, name, *options):
    file = subprocess.run(["cjpeg", "-quality", "80", *options], input=plain.getvalue(), capture_output=True, check=True)
    (HERE / name).write_bytes(file.stdout)


def gifs():
    noise = Image.merge("RGB", [Image.effect_noise((120, 90), 100) for _ in range(3)]).quantize(255)
    noise.convert("RGBA").save(HERE / "gif-noise.png")
    noise.save(HERE / "gif-plain.gif", interlace=0)
    noise.save(HERE / "gif-interlaced.gif", interlace=1)
    (HERE / "gif-late.gif").write_bytes(gif_with_full_table(noise))
    part, hole = drawing("P").crop((0, 0, 30, 20)), 255
    part.paste(hole, (20, 4, 26, 9))
    whole = Image.new("RGBA", SIZE)
    colours = part.convert("RGBA")
    colours.paste((0, 0, 0, 0), (20, 4, 26, 9))
    whole.paste(colours, (9, 6))
    whole.save(HERE / "gif-placed.png")
    plain = io.BytesIO()
    part.save(plain, "GIF", save_all=True, append_images=[drawing("P").crop((9, 6, 39, 26))], transparency=hole,
              duration=100, interlace=0)
    body = bytearray(plain.getvalue())
    place = body.index(b"\x2c\0\0\0\0\x1e\0\x14\0")
    body[6:10] = struct.pack("<HH", *SIZE)
    body[place + 1:place + 5] = struct.pack("<HH", 9, 6)
    (HERE / "gif-placed.gif").write_bytes(body)


def gif_with_full_table(picture):
    """Returns a variant that Pillow cannot write, in which a full table is not replaced."""
    table, width, bits, count = {bytes([byte]): byte for byte in range(256)}, 9, 256, 9
    entry = 258
    text = b""
    for byte in picture.tobytes():
        longer = text + bytes([byte])
        if longer in table:
            text = longer
            continue
        bits |= table[text] << count
        count += width
        if entry < 4096:
            table[longer] = entry
            entry += 1
            if entry - 1 == 1 << width and width < 12:
                width += 1
        text = bytes([byte])
    for code in (table[text], 257):
        bits |= code << count
        count += width
    codes = bits.to_bytes((count + 7) // 8, "little")
    parts = b"".join(bytes([len(codes[at:at + 255])]) + codes[at:at + 255] for at in range(0, len(codes), 255))
    palette = bytes(picture.getpalette("RGB")).ljust(768, b"\0")
    size = struct.pack("<HH", *picture.size)
    return b"GIF89a" + size + b"\xf7\0\0" + palette + b"\x2c\0\0\0\0" + size + b"\0\x08" + parts + b"\0;"


def heic():
    """Writes the drawing with orientation 6, which an `irot` box also states, since libheif's own tool writes none."""
    picture = drawing().transpose(STORED[6])
    plain, target = HERE / "plain.jpg", HERE / "heic-turned.heic"
    picture.save(plain, quality=98, subsampling=0, icc_profile=profile(), exif=exif(6))
    subprocess.run(["heif-enc", "-q", "95", "-p", "chroma=444", str(plain), "-o", str(target)], check=True)
    plain.unlink()
    body = bytearray(target.read_bytes())

    def grow(name, by):
        place = body.index(name) - 4
        body[place:place + 4] = struct.pack(">I", struct.unpack(">I", body[place:place + 4])[0] + by)
        return place

    # The box is added at the end of the list of properties. It states three quarter turns counterclockwise.
    turn = struct.pack(">I", 9) + b"irot\x03"
    start = body.index(b"ipco") - 4
    end = start + struct.unpack(">I", body[start:start + 4])[0]
    count, place = 0, start + 8
    while place < end:
        place += struct.unpack(">I", body[place:place + 4])[0]
        count += 1
    grow(b"ipco", 9)
    body[end:end] = turn
    # The association with the primary item, the last one.
    primary = struct.unpack(">H", body[body.index(b"pitm") + 8:][:2])[0]
    place = grow(b"ipma", 1) + 16
    while body[place:place + 2] != struct.pack(">H", primary):
        place += 3 + body[place + 2]
    body[place + 2] += 1
    body.insert(place + 2 + body[place + 2], 0x80 | (count + 1))
    for name in (b"iprp", b"meta"):
        grow(name, 10)
    # The offsets of items in the file, not in `idat`: entries of 20 bytes, version 1.
    start = body.index(b"iloc")
    for item in range(struct.unpack(">H", body[start + 10:start + 12])[0]):
        place = start + 12 + 20 * item
        if body[place + 3] == 0:
            offset = struct.unpack(">I", body[place + 12:place + 16])[0]
            body[place + 12:place + 16] = struct.pack(">I", offset + 10)
    target.write_bytes(body)


def heic_grid(width, height, side=512):
    """A grid that repeats one tile, as phones write them; tiles may reach beyond the picture.

    libheif 1.15 rejects a grid with a side that equals its limit.
    """
    import pillow_heif

    pillow_heif.register_heif_opener()
    tile = io.BytesIO()
    Image.new("RGB", (side, side), (120, 90, 60)).save(tile, "HEIF", quality=10)
    tile = tile.getvalue()

    def box(name, *parts):
        body = b"".join(parts)
        return struct.pack(">I", 8 + len(body)) + name + body

    def full(name, *parts, version=0, flags=0):
        return box(name, struct.pack(">I", version << 24 | flags), *parts)

    def part(name):
        start = tile.index(name) - 4
        return tile[start:start + struct.unpack(">I", tile[start:start + 4])[0]]

    coded = part(b"mdat")[8:]
    rows, columns = -(-height // side), -(-width // side)
    grid = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
    ispe = lambda w, h: full(b"ispe", struct.pack(">II", w, h))
    head = box(b"ftyp", b"heic", bytes(4), b"mif1heic")

    def meta(start):
        def place(item, offset, count):
            return struct.pack(">HHHII", item, 0, 1, offset, count)
        def entry(item, kind, flags=0):
            return full(b"infe", struct.pack(">HH", item, 0), kind, b"\0", version=2, flags=flags)
        return full(
            b"meta", full(b"hdlr", bytes(4), b"pict", bytes(13)), full(b"pitm", struct.pack(">H", 2)),
            full(b"iloc", b"\x44\0", struct.pack(">H", 2), place(1, start, len(coded)), place(2, start + len(coded), 8)),
            full(b"iinf", struct.pack(">H", 2), entry(1, b"hvc1", 1), entry(2, b"grid")),
            full(b"iref", box(b"dimg", struct.pack(f">HH{rows * columns}H", 2, rows * columns, *[1] * (rows * columns)))),
            box(b"iprp", box(b"ipco", part(b"hvcC"), ispe(side, side), ispe(width, height)),
                full(b"ipma", struct.pack(">I", 2), struct.pack(">HB2B", 1, 2, 0x81, 2), struct.pack(">HBB", 2, 1, 3))),
        )

    start = len(head) + len(meta(0)) + 8
    (HERE / f"heic-{width}x{height}.heic").write_bytes(head + meta(start) + box(b"mdat", coded, grid))


if __name__ == "__main__":
    upright()
    scans()
    gifs()
    large_png()
    heic_grid(4608, 3456)
    heic_grid(4096, 512)
    heic()
    secrets_jpeg()
    secrets_png()
    secrets_webp()
    secrets_gif()
    if len(sys.argv) > 1:
        secrets_heic(sys.argv[1])
