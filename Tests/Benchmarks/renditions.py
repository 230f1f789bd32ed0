#!/usr/bin/env python3
"""Compares renditions with Pillow's draft + thumbnail, on the same files in the same run.

renditions.py RENDITION-BENCHMARK [PHOTO...]

Both programs take turns, so that they are under the same load. Without photos, creates photos of 12 megapixels from
noise at several scales; they are as large as those of a camera. Exits with 1 if square320 takes 5% longer than Pillow.
"""
import io
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageFilter

ROUNDS = 15


def camera_like(path, **options):
    """Saves 4,000 by 3,000 pixels with detail at every scale, which is about 3 MB at quality 90."""
    size = (4000, 3000)
    picture = Image.new("RGB", size, (128, 128, 128))
    for scale, weight in ((400, 0.5), (60, 0.4), (8, 0.3), (2, 0.1)):
        small = (size[0] // scale, size[1] // scale)
        noise = Image.merge("RGB", [Image.effect_noise(small, 120) for _ in range(3)])
        noise = noise.resize(size, Image.Resampling.BICUBIC)
        picture = Image.blend(picture, noise, weight)
    picture.filter(ImageFilter.SMOOTH).save(path, **{"quality": 90, **options})


def pillow(path, side):
    start, worked = time.perf_counter(), time.process_time()
    with Image.open(path) as picture:
        picture.draft("RGB", (side, side))
        picture.thumbnail((side, side))
        picture.save(io.BytesIO(), "JPEG", quality=85)
    return (time.perf_counter() - start) * 1000, (time.process_time() - worked) * 1000


def ours(program, rendition, path):
    program.stdin.write(f"{rendition} {path}\n")
    program.stdin.flush()
    return tuple(map(float, program.stdout.readline().split()))


def main():
    name, *photos = sys.argv[1:]
    program = subprocess.Popen([name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with tempfile.TemporaryDirectory() as folder:
        if not photos:
            for name, options in {"baseline.jpg": {}, "progressive.jpg": dict(progressive=True)}.items():
                camera_like(f"{folder}/{name}", **options)
                photos.append(f"{folder}/{name}")
        print(f"Medians of {ROUNDS} runs in ms: elapsed time (processor time)")
        print(f"{'photo':16} {'bytes':>8}  {'rendition':10} {'ours':>16} {'Pillow':>16}")
        slower = False
        for photo in photos:
            for rendition, side in (("square320", 320), ("square1080", 1080), ("fit2048", 2048)):
                turns = [(ours(program, rendition, photo), pillow(photo, side)) for _ in range(ROUNDS)]
                mine, theirs = ([statistics.median(times) for times in zip(*side)] for side in zip(*turns))
                print(f"{pathlib.Path(photo).name:16} {pathlib.Path(photo).stat().st_size:8}  {rendition:10}"
                      f" {mine[0]:7.1f} ({mine[1]:6.1f}) {theirs[0]:7.1f} ({theirs[1]:6.1f})")
                # Processor time does not depend on the load of the machine.
                slower |= rendition == "square320" and mine[1] > 1.05 * theirs[1]
        program.stdin.close()
        program.wait()
        sys.exit(slower)


if __name__ == "__main__":
    main()
