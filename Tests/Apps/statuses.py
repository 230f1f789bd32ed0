"""What the tests read from statuses of Mastodon.py."""

import functools
import html
import re
import urllib.parse


def plain(content):
    """Returns the text of a status without its markup, as an app shows it."""
    text = re.sub(r"</p>\s*<p>", "\n\n", content)
    text = re.sub(r"<br\s*/?>", "\n", text)
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def path_of(address):
    """Returns an address without its query, which differs between the viewers of a picture."""
    return urllib.parse.urlsplit(address).path


def time_of(post):
    """Returns the time in a push ID, in milliseconds since 1970."""
    letters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
    return functools.reduce(lambda time, letter: time * 64 + letters.index(letter), post[:8], 0)


def ids(items):
    return [str(item.id) for item in items]
