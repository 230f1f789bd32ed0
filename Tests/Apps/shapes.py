"""The shapes of all JSON answers, by their routes.

Keys that the tables do not have are allowed, as apps ignore them.
"""

import json
import re
import threading
import urllib.parse

from entities import (
    ACCOUNT,
    ANY,
    APP,
    APPLICATION,
    ATTACHMENT,
    CARD,
    CONTEXT,
    DELETED_STATUS,
    EDIT,
    EMOJI,
    EMPTY,
    ERROR,
    FEATURED_TAG,
    INSTANCE,
    INSTANCE_2,
    LIST,
    MARKER,
    MY_STATUS,
    NODEINFO,
    NODEINFO_LINKS,
    NOTIFICATION,
    OAUTH_ERROR,
    OAUTH_SERVER,
    OWN_ACCOUNT,
    PREFERENCES,
    RELATIONSHIP,
    RULE,
    SEARCH,
    SOURCE,
    STATUS,
    TAG,
    TOKEN,
)
from old_entities import (
    IG_COMMENT,
    IG_ERROR,
    IG_MEDIA,
    IG_OAUTH_ERROR,
    IG_PERSON,
    IG_PLACE,
    IG_RELATIONSHIP,
    IG_TAG,
    IG_TOKEN,
    IG_WHOLE_USER,
    LISTING,
    REDDIT_ERROR,
    envelope,
)
from values import (
    Mismatch,
    Object,
    anything,
    array,
    count,
    date,
    dictionary,
    expect,
    filled,
    identifier,
    nullable,
    text,
)

#: The problems found in the answers of the current test.
problems = []
#: The routes whose answers have been checked, as lines of text.
seen = set()
_lock = threading.Lock()

_ID = "[^/]+"
#: The shapes of successful answers, by method and path. The first match counts.
ROUTES = [
    (methods.split(), re.compile(path), shape)
    for methods, path, shape in (
        ("GET", "/api/v1/instance", INSTANCE),
        ("GET", "/api/v2/instance", INSTANCE_2),
        ("GET", "/api/v1/instance/peers", array(text)),
        ("GET", "/api/v1/instance/activity", array(ANY)),
        ("GET", "/api/v1/instance/rules", array(RULE)),
        ("GET", "/api/v1/instance/domain_blocks", array(ANY)),
        ("GET", "/api/v1/instance/languages", array(Object({"code": filled, "name": filled}))),
        ("GET", "/api/v1/instance/extended_description", Object({"updated_at": date, "content": text})),
        ("GET", "/api/v1/instance/translation_languages", dictionary(array(text))),
        ("GET", "/.well-known/oauth-authorization-server", OAUTH_SERVER),
        ("GET", "/.well-known/nodeinfo", NODEINFO_LINKS),
        ("GET", "/nodeinfo/2.0", NODEINFO),
        ("GET", "/.well-known/webfinger", Object({"subject": filled, "links": array(ANY)})),
        ("POST", "/api/v1/apps", APP),
        ("GET", "/api/v1/apps/verify_credentials", APPLICATION),
        ("POST", "/oauth/token", TOKEN),
        ("POST", "/oauth/revoke", EMPTY),
        ("GET", "/api/v1/accounts/verify_credentials", OWN_ACCOUNT),
        ("PATCH", "/api/v1/accounts/update_credentials", OWN_ACCOUNT),
        ("DELETE", "/api/v1/profile/(avatar|header)", OWN_ACCOUNT),
        ("GET", "/api/v1/accounts/relationships", array(RELATIONSHIP)),
        ("GET", "/api/v1/accounts/familiar_followers", array(Object({"id": identifier, "accounts": array(ACCOUNT)}))),
        ("GET", "/api/v1/accounts/search", array(ACCOUNT)),
        ("GET", "/api/v1/accounts/lookup", ACCOUNT),
        ("GET", "/api/v1/accounts", array(ACCOUNT)),
        ("GET", f"/api/v1/accounts/{_ID}", ACCOUNT),
        ("GET", f"/api/v1/accounts/{_ID}/statuses", array(STATUS)),
        ("GET", f"/api/v1/accounts/{_ID}/(followers|following|endorsements)", array(ACCOUNT)),
        ("GET", f"/api/v1/accounts/{_ID}/featured_tags", array(FEATURED_TAG)),
        ("GET", f"/api/v1/accounts/{_ID}/lists", array(LIST)),
        ("POST", f"/api/v1/accounts/{_ID}/(un)?(follow|block|mute|pin)", RELATIONSHIP),
        ("POST", f"/api/v1/accounts/{_ID}/(note|remove_from_followers)", RELATIONSHIP),
        ("GET", "/api/v1/timelines/home", array(MY_STATUS)),
        ("GET", f"/api/v1/timelines/(public|tag/{_ID}|list/{_ID}|link)", array(STATUS)),
        ("GET", "/api/v1/(favourites|bookmarks)", array(MY_STATUS)),
        ("POST", "/api/v[12]/media", ATTACHMENT),
        ("GET PUT", f"/api/v1/media/{_ID}", ATTACHMENT),
        ("POST", "/api/v1/statuses", MY_STATUS),
        ("GET", "/api/v1/statuses", array(STATUS)),
        ("GET", f"/api/v1/statuses/{_ID}", STATUS),
        ("PUT", f"/api/v1/statuses/{_ID}", MY_STATUS),
        ("DELETE", f"/api/v1/statuses/{_ID}", DELETED_STATUS),
        ("GET", f"/api/v1/statuses/{_ID}/context", CONTEXT),
        ("GET", f"/api/v1/statuses/{_ID}/source", SOURCE),
        ("GET", f"/api/v1/statuses/{_ID}/history", array(EDIT)),
        ("GET", f"/api/v1/statuses/{_ID}/card", nullable(CARD)),
        ("GET", f"/api/v1/statuses/{_ID}/(favourited|reblogged)_by", array(ACCOUNT)),
        ("POST", f"/api/v1/statuses/{_ID}/(un)?(favourite|bookmark|reblog|mute|pin)", MY_STATUS),
        ("GET", "/api/v2/search", SEARCH),
        ("GET", "/api/v1/notifications", array(NOTIFICATION)),
        ("GET", "/api/v1/notifications/unread_count", Object({"count": count})),
        ("GET", f"/api/v1/notifications/{_ID}", NOTIFICATION),
        ("POST", f"/api/v1/notifications/(clear|{_ID}/dismiss)", EMPTY),
        ("GET POST", "/api/v1/markers", Object({}, {"home": MARKER, "notifications": MARKER})),
        ("GET", "/api/v1/preferences", PREFERENCES),
        ("GET", "/api/v1/custom_emojis", array(EMOJI)),
        ("GET", "/api/v[12]/filters", array(ANY)),
        ("GET", "/api/v1/lists", array(LIST)),
        ("GET", "/api/v1/announcements", array(ANY)),
        ("GET", "/api/v1/(mutes|blocks|follow_requests|endorsements|directory)", array(ACCOUNT)),
        ("GET", "/api/v1/domain_blocks", array(text)),
        ("GET", "/api/v1/followed_tags", array(TAG)),
        ("GET", "/api/v1/featured_tags", array(FEATURED_TAG)),
        ("GET", "/api/v1/featured_tags/suggestions", array(TAG)),
        ("GET", f"/api/v1/tags/{_ID}", TAG),
        ("POST", f"/api/v1/tags/{_ID}/(un)?follow", TAG),
        ("GET", "/api/v1/trends(/tags)?", array(TAG)),
        ("GET", "/api/v1/trends/statuses", array(STATUS)),
        ("GET", "/api/v1/trends/links", array(ANY)),
        ("GET", "/api/v1/suggestions", array(ACCOUNT)),
        ("GET", "/api/v2/suggestions", array(Object({"source": filled, "account": ACCOUNT}))),
        ("GET", "/api/v1/conversations", array(ANY)),
        ("GET", "/api/v1/scheduled_statuses", array(ANY)),
        ("POST", "/oauth/access_token", IG_TOKEN),
        ("GET", r"/v1/users/self/requested-by(\.json)?", envelope(array(IG_PERSON))),
        ("GET", r"/v1/users/self/feed(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", r"/v1/users/self/media/liked(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", r"/v1/users/search(\.json)?", envelope(array(IG_PERSON))),
        ("GET", rf"/v1/users/{_ID}/media/recent(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", rf"/v1/users/{_ID}/(follows|followed-by)(\.json)?", envelope(array(IG_PERSON))),
        ("GET POST", rf"/v1/users/{_ID}/relationship(\.json)?", envelope(IG_RELATIONSHIP)),
        ("GET", rf"/v1/users/{_ID}?(\.json)?", envelope(IG_WHOLE_USER)),
        ("GET", r"/v1/media/(popular|search)(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", rf"/v1/media/shortcode/{_ID}?(\.json)?", envelope(IG_MEDIA)),
        ("GET", rf"/v1/media/{_ID}/likes(\.json)?", envelope(array(IG_PERSON))),
        ("POST DELETE", rf"/v1/media/{_ID}/likes(\.json)?", envelope(nullable(ANY))),
        ("GET", rf"/v1/media/{_ID}/comments(\.json)?", envelope(array(IG_COMMENT))),
        ("POST", rf"/v1/media/{_ID}/comments(\.json)?", envelope(IG_COMMENT)),
        ("DELETE", rf"/v1/media/{_ID}/comments/{_ID}?(\.json)?", envelope(nullable(ANY))),
        ("GET", rf"/v1/media/{_ID}?(\.json)?", envelope(IG_MEDIA)),
        ("GET", r"/v1/tags/search(\.json)?", envelope(array(IG_TAG))),
        ("GET", rf"/v1/tags/{_ID}/media/recent(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", rf"/v1/tags/{_ID}?(\.json)?", envelope(IG_TAG)),
        ("GET", r"/v1/locations/search(\.json)?", envelope(array(IG_PLACE))),
        ("GET", rf"/v1/locations/{_ID}/media/recent(\.json)?", envelope(array(IG_MEDIA))),
        ("GET", rf"/v1/locations/{_ID}?(\.json)?", envelope(IG_PLACE)),
        (
            "POST",
            "/api/v1/access_token",
            Object({"access_token": filled, "token_type": anything, "expires_in": count, "scope": filled}),
        ),
        ("GET", rf"(/r/{_ID})?/(top|hot|new)(\.json)?", LISTING),
    )
]

#: Keys whose values are addresses in every answer, also in those without a table.
_ADDRESS_KEYS = {
    "url",
    "uri",
    "avatar",
    "avatar_static",
    "header",
    "header_static",
    "preview_url",
    "remote_url",
    "static_url",
    "link",
    "profile_picture",
    "next_url",
}


def shape_of(method, path):
    """Returns the shape of a successful answer, or `None` if the table does not have it."""
    for methods, pattern, shape in ROUTES:
        if method in methods and pattern.fullmatch(path.rstrip("/")):
            return shape
    return None


def error_shape(path):
    """Returns the shape of an error in the API of a path."""
    if path.startswith("/v1/"):
        return IG_ERROR
    if path.startswith("/oauth/access_token"):
        return IG_OAUTH_ERROR
    if path.startswith(("/top", "/hot", "/new", "/r/", "/api/v1/access_token")):
        return REDDIT_ERROR
    return OAUTH_ERROR if path.startswith("/oauth/") else ERROR


def parse(content):
    """Parses JSON strictly: UTF-8, no repeated keys, no NaN."""

    def object_without_repetition(pairs):
        keys = [key for key, _ in pairs]
        if len(set(keys)) != len(keys):
            raise Mismatch(f"An object repeats a key: {keys}")
        return dict(pairs)

    def no_constant(name):
        raise Mismatch(f"{name} is not JSON")

    return json.loads(content.decode("utf-8"), object_pairs_hook=object_without_repetition, parse_constant=no_constant)


def check_everywhere(value, where):
    """Checks what holds in every answer: no address and no date is empty text."""
    if isinstance(value, list):
        for index, element in enumerate(value):
            check_everywhere(element, f"{where}[{index}]")
    elif isinstance(value, dict):
        for key, element in value.items():
            place = f"{where}.{key}"
            if isinstance(element, str) and (key in _ADDRESS_KEYS or key.endswith("_at")):
                expect(element, place, "is empty")
            check_everywhere(element, place)


def check(method, path, status, content):
    """Checks the body of an answer.

    Raises `Mismatch` if it does not have its shape.
    """
    where = f"{method} {re.sub(r'(?<=/)-[-0-9A-Z_a-z]{19}|(?<=/)[0-9a-fA-F-]{36}', ':id', path)} {status}:"
    try:
        value = parse(content)
    except ValueError as error:
        raise Mismatch(f"{where} is not JSON: {error}") from None
    check_everywhere(value, where)
    if status >= 400:
        return error_shape(path)(value, where)
    shape = shape_of(method, path)
    expect(shape, where, "has no table of types")
    shape(value, where)


def watch(response):
    """Checks an answer of HTTP, and collects its problem."""
    kind = response.headers.get("Content-Type", "")
    if not kind.startswith("application/json"):
        return
    path = urllib.parse.urlsplit(response.url).path
    method = response.request.method
    if method in ("HEAD", "OPTIONS"):
        return
    try:
        check(method, path, response.status_code, response.content)
    except Mismatch as problem:
        with _lock:
            problems.append(str(problem))
    with _lock:
        seen.add(f"{method} {path}")
