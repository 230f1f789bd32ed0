"""Draws the pictures of the demo posts and the avatars: `python3 SeedData/draw.py [NAME…]`.

Without names, all of them; a name is that of a painter in `studio`, or a username.
"""

import argparse
import sys
from pathlib import Path

from script import POSTS
from studio import PICTURES, PORTRAITS
from studio.canvas import save
from world import post_key

IMAGES = Path(__file__).parent / "images"
AVATARS = Path(__file__).parent / "avatars"


def main():
    parser = argparse.ArgumentParser(description="Draws the pictures of the demo posts and the avatars.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="pictures to draw (default: all)")
    names = parser.parse_args().names
    unknown = set(names) - set(PICTURES) - set(PORTRAITS)
    if unknown:
        sys.exit(f"No such picture: {', '.join(sorted(unknown))}")
    IMAGES.mkdir(exist_ok=True)
    for post in POSTS:
        if not names or post.picture in names:
            path = IMAGES / f"{post_key(post)}.jpg"
            save(PICTURES[post.picture](), path)
            print(f"{post.picture}: {path.name}, {path.stat().st_size // 1000} kB", flush=True)
    AVATARS.mkdir(exist_ok=True)
    for username, draw in PORTRAITS.items():
        if not names or username in names:
            path = AVATARS / f"{username}.jpg"
            save(draw(), path, largest=20_000)
            print(f"{username}: {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
