"""Makes photos for the tests, and looks at those that the server sends."""

import io
import itertools

from PIL import Image, ImageDraw

_number = itertools.count(1)

#: The position in the metadata of a photo with one, in degrees.
POSITION = (48.8583, 2.2945)
#: A word in the metadata of a photo, which must never leave the server.
SECRET = "DSC-SERIAL-4711"


def jpeg(folder, width=480, height=320, is_tagged=False):
    """Writes a JPEG file that differs from all others, and returns its path."""
    number = next(_number)
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    draw = ImageDraw.Draw(image)
    color = (number * 53 % 256, number * 97 % 256, number * 31 % 256)
    draw.rectangle((width // 4, height // 4, width // 2, height // 2), fill=color)
    draw.ellipse((number % width, number % height, number % width + 40, number % height + 40), fill=color[::-1])
    path = folder / f"photo-{number}.jpg"
    options = {"exif": _metadata()} if is_tagged else {}
    image.save(path, quality=85, **options)
    return path


def large(folder, size):
    """Writes a JPEG file of about the given size in bytes, and returns its path."""
    number = next(_number)
    # Noise, of which JPEG keeps about one byte a pixel at this quality.
    side = int((size / 1.2) ** 0.5)
    image = Image.effect_noise((side, side), 80).convert("RGB")
    path = folder / f"large-{number}.jpg"
    image.save(path, quality=92)
    return path


def opened(content):
    """Returns the decoded picture in a file's bytes."""
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def is_similar(content, path):
    """Returns whether a picture shows the same as a file, at any size."""
    small = [Image.open(source).convert("L").resize((16, 16)) for source in (io.BytesIO(content), path)]
    difference = sum(abs(a - b) for a, b in zip(*(image.tobytes() for image in small)))
    return difference < 256 * 12


def _metadata():
    exif = Image.Exif()
    exif[0x010F] = "Timeline"
    exif[0xA431] = SECRET
    exif[0x010E] = SECRET
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2] = "N", (48.0, 51.0, 29.9)
    gps[3], gps[4] = "E", (2.0, 17.0, 40.2)
    return exif
