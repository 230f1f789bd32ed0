"""The canvas every picture is painted on, and the helpers that mix colours."""

import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SUPERSAMPLING = 1.25
SQUARE, PORTRAIT, LANDSCAPE = (1080, 1080), (1080, 1350), (1080, 810)
LARGEST_FILE = 110_000


def seed_of(name):
    """The number a picture's randomness starts from."""
    return zlib.crc32(name.encode())


def colour(text):
    """`#rrggbb` as three floats, as shown on the screen."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def hexed(rgb):
    """The `#rrggbb` of three floats."""
    return "#" + bytes(int(part * 255) for part in rgb).hex()


def linear(text):
    """`#rrggbb` as three floats of linear light."""
    return colour(text) ** np.float32(2.2)


def mix(a, b, t):
    return a + (b - a) * t


def smooth(low, high, x):
    """0 below `low`, 1 above `high`, and a soft step between."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def gradient(t, stops):
    """The colour at `t` among `stops`: pairs of a position and a `#rrggbb`."""
    positions = [position for position, _ in stops]
    colours = np.array([colour(text) for _, text in stops])
    return np.stack([np.interp(t, positions, colours[:, i]) for i in range(3)], -1).astype(np.float32)


class Canvas:
    """A picture under way. Lengths are in picture widths; y grows downwards."""

    def __init__(self, name, size=SQUARE):
        self.size = size
        self.w, self.h = (int(side * SUPERSAMPLING) for side in size)
        self.seed = seed_of(name) % 997
        self.rng = np.random.default_rng(seed_of(name))
        self.px = 1 / self.w
        self.bottom = self.h / self.w
        self.x = ((np.arange(self.w, dtype=np.float32) + 0.5) * self.px)[None, :]
        self.y = ((np.arange(self.h, dtype=np.float32) + 0.5) * self.px)[:, None]
        self.rgb = np.zeros((self.h, self.w, 3), np.float32)

    def over(self, paint, mask):
        """Covers the picture with `paint` where `mask` is 1."""
        self.rgb += (paint - self.rgb) * np.asarray(mask, np.float32)[..., None]

    def light(self, paint, mask):
        """Adds light without burning out: a screen blend."""
        self.rgb = 1 - (1 - self.rgb) * (1 - paint * np.clip(mask, 0, 1)[..., None])

    def distance(self, cx, cy):
        return np.hypot(self.x - np.float32(cx), self.y - np.float32(cy))

    def below(self, profile):
        """The antialiased mask of everything under a line given for each column."""
        return np.clip((self.y - profile[None, :]) / self.px + 0.5, 0, 1)

    def mask(self, draw, blur=0.0):
        """A mask drawn with Pillow at twice the resolution; `draw(pen, unit)` draws it."""
        image = Image.new("L", (self.w * 2, self.h * 2))
        draw(ImageDraw.Draw(image), self.w * 2)
        image = image.reduce(2)
        if blur:
            image = image.filter(ImageFilter.GaussianBlur(blur * self.w))
        return np.asarray(image, np.float32) / 255

    def bloom(self, strength=0.35, radius=0.02, threshold=0.75):
        """Lets the brightest parts glow into their surroundings."""
        bright = np.clip(self.rgb - threshold, 0, 1) / (1 - threshold)
        image = Image.fromarray(_bytes(bright)).filter(ImageFilter.GaussianBlur(radius * self.w))
        glow = np.asarray(image, np.float32) / 255
        self.rgb = 1 - (1 - np.clip(self.rgb, 0, 1)) * (1 - glow * np.float32(strength))

    def finished(self, vignette=0.3, grain=0.011, contrast=0.12):
        """The picture in its final size, with contrast, vignette and film grain."""
        image = Image.fromarray(_bytes(self.rgb)).resize(self.size, Image.Resampling.LANCZOS)
        rgb = np.asarray(image, np.float32) / 255
        rgb = mix(rgb, rgb * rgb * (3 - 2 * rgb), contrast)
        h, w = rgb.shape[:2]
        y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        rgb = rgb * (1 - vignette * smooth(0.35, 1.6, x * x + y * y))[..., None]
        rgb = rgb + self.rng.normal(0, grain, (h, w, 1)).astype(np.float32)
        return Image.fromarray(_bytes(rgb))


def _bytes(rgb):
    return (np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8)


def save(image, path, largest=LARGEST_FILE):
    """Writes a progressive JPEG, as good as fits into `largest` bytes."""
    for quality in range(90, 40, -3):
        image.save(path, "JPEG", quality=quality, progressive=True, optimize=True)
        if path.stat().st_size <= largest:
            return
