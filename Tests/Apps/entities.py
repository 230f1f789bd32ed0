"""The entities of the Mastodon API, as docs.joinmastodon.org has them in version 4.2."""

import re

from values import (
    Object,
    address,
    anything,
    array,
    count,
    date,
    day,
    dictionary,
    digits,
    expect,
    filled,
    flag,
    identifier,
    nullable,
    one_of,
    real,
    text,
)

ANY = Object()
EMOJI = Object(
    {"shortcode": filled, "url": address, "static_url": address, "visible_in_picker": flag},
    {"category": nullable(text)},
)
FIELD = Object({"name": text, "value": text, "verified_at": nullable(date)})
ACCOUNT = Object(
    {
        "id": identifier,
        "username": filled,
        "acct": filled,
        "display_name": text,
        "locked": flag,
        "bot": flag,
        "group": flag,
        "discoverable": nullable(flag),
        "created_at": date,
        "note": text,
        "url": address,
        "uri": address,
        "avatar": address,
        "avatar_static": address,
        "header": address,
        "header_static": address,
        "followers_count": count,
        "following_count": count,
        "statuses_count": count,
        "last_status_at": nullable(day),
        "emojis": array(EMOJI),
        "fields": array(FIELD),
    },
    {
        "noindex": nullable(flag),
        "moved": nullable(ANY),
        "suspended": nullable(flag),
        "limited": nullable(flag),
        "roles": array(ANY),
    },
)
OWN_ACCOUNT = ACCOUNT.extended(
    {
        "source": Object(
            {
                "note": text,
                "fields": array(FIELD),
                "privacy": one_of("public", "unlisted", "private", "direct"),
                "sensitive": flag,
                "language": nullable(text),
                "follow_requests_count": count,
            }
        )
    },
    {"role": nullable(Object({"id": anything, "name": text, "permissions": text, "color": text, "highlighted": flag}))},
)


def _is_size(value, where):
    if "size" in value:
        expect(value["size"] == f"{value['width']}x{value['height']}", where, f"has the wrong size {value['size']!r}")
    if "aspect" in value:
        aspect = value["width"] / value["height"]
        expect(abs(value["aspect"] - aspect) < 0.01 * aspect, where, f"has the wrong aspect {value['aspect']}")


SIZE = Object({"width": count, "height": count}, {"size": filled, "aspect": real}, also=_is_size)
FOCUS = Object({"x": real, "y": real})
#: The characters of a BlurHash, https://github.com/woltapp/blurhash.
BLURHASH_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"


def blurhash(value, where):
    text(value, where)
    expect(set(value) <= set(BLURHASH_LETTERS) and len(value) >= 6, where, f"is not a BlurHash: {value!r}")
    sizes = BLURHASH_LETTERS.index(value[0])
    expect(
        len(value) == 4 + 2 * (sizes % 9 + 1) * (sizes // 9 + 1), where, f"is a BlurHash of the wrong length: {value!r}"
    )


ATTACHMENT = Object(
    {
        "id": identifier,
        "type": one_of("image"),
        "url": nullable(address),
        "preview_url": nullable(address),
        "remote_url": nullable(address),
        "preview_remote_url": nullable(address),
        "text_url": nullable(address),
        "meta": nullable(Object({"original": SIZE}, {"small": SIZE, "focus": FOCUS})),
        "description": nullable(text),
        "blurhash": nullable(blurhash),
    }
)
MENTION = Object({"id": identifier, "username": filled, "acct": filled, "url": address})
APPLICATION = Object({"name": filled, "website": nullable(address)})
CARD = Object({"url": address, "title": text, "description": text, "type": text})
FILTER_RESULT = Object(
    {"filter": ANY, "keyword_matches": nullable(array(text)), "status_matches": nullable(array(text))}
)
VISIBILITY = one_of("public", "unlisted", "private", "direct")
STATUS = Object(
    {
        "id": identifier,
        "uri": address,
        "url": nullable(address),
        "created_at": date,
        "edited_at": nullable(date),
        "account": ACCOUNT,
        "content": text,
        "visibility": VISIBILITY,
        "sensitive": flag,
        "spoiler_text": text,
        "media_attachments": array(ATTACHMENT),
        "mentions": array(MENTION),
        "tags": array(Object({"name": filled, "url": address})),
        "emojis": array(EMOJI),
        "reblogs_count": count,
        "favourites_count": count,
        "replies_count": count,
        "in_reply_to_id": nullable(identifier),
        "in_reply_to_account_id": nullable(identifier),
        "reblog": nullable(ANY),
        "poll": nullable(ANY),
        "card": nullable(CARD),
        "language": nullable(filled),
    },
    {
        "application": nullable(APPLICATION),
        "favourited": flag,
        "reblogged": flag,
        "muted": flag,
        "bookmarked": flag,
        "pinned": flag,
        "filtered": array(FILTER_RESULT),
        "text": nullable(text),
    },
)
#: A status as its reader sees it who is logged in.
MY_STATUS = STATUS.extended({"favourited": flag, "reblogged": flag, "muted": flag, "bookmarked": flag})
DELETED_STATUS = MY_STATUS.extended({"text": text})
SOURCE = Object({"id": identifier, "text": text, "spoiler_text": text})
EDIT = Object(
    {
        "content": text,
        "spoiler_text": text,
        "sensitive": flag,
        "created_at": date,
        "account": ACCOUNT,
        "media_attachments": array(ATTACHMENT),
        "emojis": array(EMOJI),
    },
    {"poll": nullable(ANY)},
)
CONTEXT = Object({"ancestors": array(STATUS), "descendants": array(STATUS)})
RELATIONSHIP = Object(
    {
        "id": identifier,
        "following": flag,
        "showing_reblogs": flag,
        "notifying": flag,
        "languages": nullable(array(text)),
        "followed_by": flag,
        "blocking": flag,
        "blocked_by": flag,
        "muting": flag,
        "muting_notifications": flag,
        "requested": flag,
        "requested_by": flag,
        "domain_blocking": flag,
        "endorsed": flag,
        "note": text,
    }
)
_WITH_STATUS = {"mention", "status", "reblog", "favourite", "poll", "update"}


def _has_status(value, where):
    has_status = value.get("status") is not None
    expect(has_status == (value["type"] in _WITH_STATUS), where, f"of type {value['type']} has a status: {has_status}")


NOTIFICATION = Object(
    {
        "id": identifier,
        "type": one_of("mention", "favourite", "follow", "update", "status"),
        "created_at": date,
        "account": ACCOUNT,
    },
    {"status": nullable(MY_STATUS), "group_key": filled},
    also=_has_status,
)
HISTORY = Object({"day": digits, "uses": digits, "accounts": digits})
TAG = Object({"name": filled, "url": address, "history": array(HISTORY)}, {"following": flag, "id": identifier})
SEARCH = Object({"accounts": array(ACCOUNT), "statuses": array(STATUS), "hashtags": array(TAG)})
MARKER = Object({"last_read_id": identifier, "version": count, "updated_at": date})
FEATURED_TAG = Object(
    {"id": identifier, "name": filled, "url": address, "statuses_count": anything, "last_status_at": nullable(day)}
)
LIST = Object({"id": identifier, "title": text, "replies_policy": text}, {"exclusive": flag})
PREFERENCES = Object(
    {
        "posting:default:visibility": one_of("public", "unlisted", "private"),
        "posting:default:sensitive": flag,
        "posting:default:language": nullable(text),
        "reading:expand:media": one_of("default", "show_all", "hide_all"),
        "reading:expand:spoilers": flag,
    }
)
RULE = Object({"id": identifier, "text": text})
STATUS_LIMITS = Object({"max_characters": count, "max_media_attachments": count, "characters_reserved_per_url": count})
MEDIA_LIMITS = Object(
    {
        "supported_mime_types": array(filled),
        "image_size_limit": count,
        "image_matrix_limit": count,
        "video_size_limit": count,
        "video_frame_rate_limit": count,
        "video_matrix_limit": count,
    }
)
POLL_LIMITS = Object(
    {"max_options": count, "max_characters_per_option": count, "min_expiration": count, "max_expiration": count}
)
LIMITS = Object(
    {"statuses": STATUS_LIMITS, "media_attachments": MEDIA_LIMITS, "polls": POLL_LIMITS},
    {"accounts": Object({"max_featured_tags": count})},
)
INSTANCE = Object(
    {
        "uri": filled,
        "title": filled,
        "short_description": text,
        "description": text,
        "email": text,
        "version": filled,
        "urls": Object({}, {"streaming_api": nullable(filled)}),
        "stats": Object({"user_count": count, "status_count": count, "domain_count": count}),
        "thumbnail": nullable(address),
        "languages": array(filled),
        "registrations": flag,
        "approval_required": flag,
        "invites_enabled": flag,
        "configuration": LIMITS,
        "contact_account": nullable(ACCOUNT),
        "rules": array(RULE),
    }
)
INSTANCE_2 = Object(
    {
        "domain": filled,
        "title": filled,
        "version": filled,
        "source_url": address,
        "description": text,
        "usage": Object({"users": Object({"active_month": count})}),
        "thumbnail": Object(
            {"url": address}, {"blurhash": nullable(blurhash), "versions": nullable(dictionary(address))}
        ),
        "languages": array(filled),
        "configuration": LIMITS.extended(
            {
                "urls": Object({}, {"streaming": nullable(filled), "status": nullable(address)}),
                "accounts": Object({"max_featured_tags": count}),
                "translation": Object({"enabled": flag}),
            }
        ),
        "registrations": Object({"enabled": flag, "approval_required": flag, "message": nullable(text)}),
        "contact": Object({"email": text, "account": nullable(ACCOUNT)}),
        "rules": array(RULE),
    }
)
APP = Object(
    {
        "id": identifier,
        "name": filled,
        "website": nullable(address),
        "client_id": identifier,
        "client_secret": identifier,
        "redirect_uri": filled,
        "vapid_key": text,
    },
    {"scopes": array(filled), "redirect_uris": array(filled), "client_secret_expires_at": count},
)
TOKEN = Object(
    {"access_token": filled, "token_type": one_of("Bearer"), "scope": filled, "created_at": count},
    {"expires_in": count, "refresh_token": filled},
)
ERROR = Object({"error": filled}, {"error_description": filled, "details": anything})
OAUTH_ERROR = Object({"error": filled, "error_description": filled})
EMPTY = Object(exact=True)
OAUTH_SERVER = Object(
    {
        "issuer": address,
        "authorization_endpoint": address,
        "token_endpoint": address,
        "revocation_endpoint": address,
        "scopes_supported": array(filled),
        "response_types_supported": array(filled),
        "grant_types_supported": array(filled),
        "code_challenge_methods_supported": array(filled),
        "token_endpoint_auth_methods_supported": array(filled),
    }
)
NODEINFO_LINKS = Object({"links": array(Object({"rel": address, "href": address}))})
NODEINFO = Object(
    {
        "version": one_of("2.0"),
        "software": Object(
            {
                "name": lambda value, where: expect(re.fullmatch("[a-z0-9-]+", value), where, "is no name"),
                "version": filled,
            }
        ),
        "protocols": array(filled),
        "services": Object({"inbound": array(text), "outbound": array(text)}),
        "openRegistrations": flag,
        "usage": Object({"users": Object()}, {"localPosts": count}),
        "metadata": Object(),
    }
)
