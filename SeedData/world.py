"""Writes world.json: the people and posts of `script.py` with times, likes and push IDs.

Every choice comes from a random generator seeded with a name, so that the file is
the same on every run and editing one post leaves the others as they were.
"""

import json
import random
import uuid
from datetime import datetime, timezone
from pathlib import Path

from script import PLACES, POSTS, USERS

ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
END = int(datetime(2026, 11, 14, 18, tzinfo=timezone.utc).timestamp() * 1000)
HOUR = 3600 * 1000
LONGEST_INTEREST = 72 * HOUR
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "timeline-demo")
WORLD = Path(__file__).parent / "world.json"


def digits(number, count):
    """`count` base-64 digits, most significant first, so that they sort like numbers."""
    return "".join(ALPHABET[number >> 6 * place & 63] for place in reversed(range(count)))


def push_id(milliseconds, rng):
    """A key that sorts by time: 48 bits of time, then 72 random bits."""
    return digits(milliseconds, 8) + digits(rng.getrandbits(72), 12)


def posted(post, rng):
    """When a post appeared, in milliseconds; the script leaves out the seconds."""
    minute = datetime.strptime(f"2026-{post.at}", "%Y-%m-%d %H:%M").replace(tzinfo=timezone.utc)
    return int(minute.timestamp() * 1000) + rng.randrange(60_000)


def post_key(post):
    """The push ID of a post, which also names its image."""
    rng = random.Random(f"post {post.picture}")
    return push_id(posted(post, rng), rng)


def awake(time, start):
    """Moves a time deep in the night to the morning, unless the post is fresh."""
    asleep = time // HOUR % 24 < 5 and time - start > 2 * HOUR
    return time + 6 * HOUR if asleep else time


def moments(post, kind, count):
    """`count` times after a post, in order: most of them soon, a few days later."""
    start = posted(post, random.Random(f"post {post.picture}"))
    span = min(LONGEST_INTEREST, END - start)
    rng = random.Random(f"{kind} {post.picture}")
    times = (start + 40_000 + int((span - 40_000) * rng.betavariate(0.6, 5)) for _ in range(count))
    return sorted(awake(time, start) for time in times)


def admirers(post):
    """The people who like a post: followers and warm-hearted people first, never its author."""
    rng = random.Random(f"hearts {post.picture}")

    def reluctance(user):
        return rng.expovariate(user.warmth * (2.5 if post.author in user.follows else 1))

    others = {user.username: reluctance(user) for user in USERS if user.username != post.author}
    return sorted(others, key=others.get)[: post.hearts]


def entries(post, key, kind, contents):
    """Comments or likes of a post, each under a push ID of its own."""
    rng = random.Random(f"{kind} keys {post.picture}")
    times = moments(post, kind, len(contents))
    return {push_id(time, rng): {"post": key, **content} for time, content in zip(times, contents)}


def post_json(post):
    """One post in the database's layout."""
    key = post_key(post)
    comments = [{"username": name, "text": text} for name, text in post.comments]
    likes = [{"username": name} for name in admirers(post)]
    place = dict(zip(("name", "latitude", "longitude"), PLACES.get(post.picture, ())))
    return key, {
        "username": post.author,
        "imageEndpoint": key,
        "caption": post.caption,
        "comments": entries(post, key, "comments", comments),
        "likes": entries(post, key, "likes", likes),
        **({"location": place} if place else {}),
    }


def user_id(username):
    return str(uuid.uuid5(NAMESPACE, username))


def user_json(user):
    """One user in the database's layout, without empty fields."""
    follows = {user_id(name): True for name in user.follows}
    fields = {"username": user.username, "bio": user.bio, "url": user.url, "follows": follows}
    return user_id(user.username), {name: value for name, value in fields.items() if value}


def world():
    """Everything, as one JSON object."""
    return {"posts": dict(map(post_json, POSTS)), "users": dict(map(user_json, USERS))}


if __name__ == "__main__":
    text = json.dumps(world(), ensure_ascii=False, indent=1, sort_keys=True)
    WORLD.write_text(text + "\n", encoding="utf-8")
