"""The entities of the Instagram v1 API and of Reddit's listings, as their archived documentation has them."""

import re

from entities import FOCUS
from values import (
    Object,
    address,
    anything,
    array,
    count,
    digits,
    expect,
    filled,
    flag,
    identifier,
    nullable,
    number,
    one_of,
    real,
    text,
)

# Entities of the Instagram API

IMAGE = Object({"url": address, "width": count, "height": count}, exact=True)
IG_PERSON = Object({"id": identifier, "username": filled, "full_name": text, "profile_picture": address})
IG_USER = IG_PERSON.extended(
    {"bio": text, "website": text}, {"counts": Object({"media": count, "follows": count, "followed_by": count})}
)
IG_WHOLE_USER = IG_USER.extended({"counts": Object({"media": count, "follows": count, "followed_by": count})})
IG_COMMENT = Object({"id": identifier, "text": text, "created_time": digits, "from": IG_PERSON})
IG_PLACE = Object({"id": anything, "name": text}, {"latitude": real, "longitude": real})
IG_MEDIA = Object(
    {
        "id": identifier,
        "type": one_of("image"),
        "user": IG_PERSON,
        "created_time": digits,
        "link": address,
        "images": Object({"thumbnail": IMAGE, "low_resolution": IMAGE, "standard_resolution": IMAGE}, exact=True),
        "likes": Object({"count": count}, {"data": array(IG_PERSON)}),
        "comments": Object({"count": count, "data": array(IG_COMMENT)}),
        "caption": nullable(IG_COMMENT),
        "location": nullable(Object({}, {"id": anything, "name": text, "latitude": real, "longitude": real})),
        "tags": array(filled),
        "filter": nullable(text),
        "users_in_photo": array(Object({"user": IG_PERSON, "position": FOCUS})),
    },
    {"user_has_liked": flag, "attribution": anything, "distance": real},
)
IG_TAG = Object({"name": filled, "media_count": count})
IG_RELATIONSHIP = Object(
    {
        "outgoing_status": one_of("none", "follows", "requested"),
        "target_user_is_private": flag,
        "incoming_status": one_of("none", "followed_by", "requested_by", "blocked_by_you"),
    },
    exact=True,
)
IG_META = Object({"code": one_of(200)}, exact=True)
IG_PAGE = Object(
    {},
    {
        "next_url": address,
        "next_max_id": identifier,
        "next_max_like_id": identifier,
        "next_max_tag_id": identifier,
        "next_min_id": identifier,
        "min_tag_id": identifier,
        "next_cursor": filled,
        "deprecation_warning": text,
    },
)
IG_ERROR = Object(
    {
        "meta": Object(
            {
                "code": lambda value, where: expect(400 <= value < 600, where, f"is {value}"),
                "error_type": filled,
                "error_message": filled,
            }
        )
    }
)
IG_OAUTH_ERROR = Object({"code": count, "error_type": filled, "error_message": filled})
IG_TOKEN = Object({"access_token": filled, "user": IG_USER})


def envelope(shape):
    return Object({"meta": IG_META, "data": shape}, {"pagination": IG_PAGE})


# Reddit's listing

T3 = Object(
    {
        "id": identifier,
        "name": lambda value, where: expect(re.fullmatch(r"t3_[-0-9A-Za-z_]+", value), where, f"is {value!r}"),
        "title": filled,
        "author": filled,
        "subreddit": filled,
        "created_utc": real,
        "num_comments": count,
        "score": number,
        "thumbnail": text,
        "url": address,
        "permalink": lambda value, where: expect(value.startswith("/"), where, f"is {value!r}"),
    },
    {"over_18": flag, "is_self": flag, "selftext": text, "ups": number, "domain": text},
)
REDDIT_ERROR = Object({"error": anything}, {"message": filled})
LISTING = Object(
    {
        "kind": one_of("Listing"),
        "data": Object(
            {
                "after": nullable(filled),
                "before": nullable(filled),
                "children": array(Object({"kind": one_of("t3"), "data": T3})),
            },
            {"dist": nullable(count), "modhash": nullable(text)},
        ),
    }
)
