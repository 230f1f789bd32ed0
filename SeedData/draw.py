"""Draws the pictures of the demo posts: `python3 SeedData/draw.py [NAME…]`.

Without names, all of them; a name is that of a painter in `studio`.
"""

import argparse
import sys
from pathlib import Path

from script import POSTS
from studio import PICTURES
from studio.canvas import save
from world import post_key

IMAGES = Path(__file__).parent / "images"


def main():
    parser = argparse.ArgumentParser(description="Draws the pictures of the demo posts.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="pictures to draw (default: all)")
    names = parser.parse_args().names
    unknown = set(names) - set(PICTURES)
    if unknown:
        sys.exit(f"No such picture: {', '.join(sorted(unknown))}")
    IMAGES.mkdir(exist_ok=True)
    for post in POSTS:
        if not names or post.picture in names:
            path = IMAGES / f"{post_key(post)}.jpg"
            save(PICTURES[post.picture](), path)
            print(f"{post.picture}: {path.name}, {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
