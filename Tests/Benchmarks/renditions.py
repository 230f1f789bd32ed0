#!/usr/bin/env python3
"""Renditions beside Pillow's draft + thumbnail, on the same files in the same run.

renditions.py RENDITION-BENCHMARK [PHOTO...]: takes turns, so that both see the same load. Without photos it
makes 12-megapixel ones out of smooth noise and edges, which take as many bytes as a camera's.
"""
import io
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageFilter

ROUNDS = 9


def camera_like(path, **options):
    """4,000 by 3,000 pixels with detail at every scale: about 4 MB at quality 90."""
    size = (4000, 3000)
    picture = Image.new("RGB", size, (128, 128, 128))
    for scale, weight in ((400, 0.5), (60, 0.4), (8, 0.3), (2, 0.1)):
        small = (size[0] // scale, size[1] // scale)
        noise = Image.merge("RGB", [Image.effect_noise(small, 120) for _ in range(3)])
        noise = noise.resize(size, Image.Resampling.BICUBIC)
        picture = Image.blend(picture, noise, weight)
    picture.filter(ImageFilter.SMOOTH).save(path, quality=90, **options)


def pillow(path, side):
    start = time.perf_counter()
    with Image.open(path) as picture:
        picture.draft("RGB", (side, side))
        picture.thumbnail((side, side))
        picture.save(io.BytesIO(), "JPEG", quality=85)
    return (time.perf_counter() - start) * 1000


def ours(program, rendition, path):
    answer = subprocess.run([program, rendition, "1", path], check=True, capture_output=True, text=True)
    return float(answer.stdout)


def main():
    program, *photos = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if not photos:
            for name, options in {"baseline.jpg": {}, "progressive.jpg": dict(progressive=True)}.items():
                camera_like(f"{folder}/{name}", **options)
                photos.append(f"{folder}/{name}")
        print(f"{'photo':24} {'bytes':>9}  {'rendition':10} {'ours':>8} {'Pillow':>8}  ms, median of {ROUNDS} (least)")
        slower = False
        for photo in photos:
            for rendition, side in (("square320", 320), ("square1080", 1080), ("fit2048", 2048)):
                pairs = [(ours(program, rendition, photo), pillow(photo, side)) for _ in range(ROUNDS)]
                mine, theirs = zip(*pairs)
                print(f"{pathlib.Path(photo).name:24} {pathlib.Path(photo).stat().st_size:9}  {rendition:10}"
                      f" {statistics.median(mine):8.1f} {statistics.median(theirs):8.1f}  ({min(mine):.1f}, {min(theirs):.1f})")
                slower |= rendition == "square320" and statistics.median(mine) > statistics.median(theirs)
        sys.exit(slower)


if __name__ == "__main__":
    main()
