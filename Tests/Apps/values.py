"""The kinds of values in JSON answers, checked as strictly as apps that decode into fixed types."""

import datetime
import re


class Mismatch(Exception):
    """A value that does not have its shape."""


def expect(condition, where, message):
    if not condition:
        raise Mismatch(f"{where} {message}")


# Values


def text(value, where):
    expect(isinstance(value, str), where, f"is not text: {value!r:.80}")


def filled(value, where):
    text(value, where)
    expect(value.strip(), where, "is empty")


def identifier(value, where):
    """An ID is text without characters that an address must encode."""
    expect(isinstance(value, str), where, f"is an ID that is not text: {value!r:.80}")
    expect(re.fullmatch(r"[-0-9A-Za-z_.]+", value), where, f"is not an ID: {value!r:.80}")


def flag(value, where):
    expect(isinstance(value, bool), where, f"is not a Boolean: {value!r:.80}")


def number(value, where):
    expect(isinstance(value, int) and not isinstance(value, bool), where, f"is not an integer: {value!r:.80}")


def count(value, where):
    number(value, where)
    expect(value >= 0, where, f"is negative: {value}")


def real(value, where):
    expect(isinstance(value, (int, float)) and not isinstance(value, bool), where, f"is not a number: {value!r:.80}")


def digits(value, where):
    """A number as text, such as a time of the Instagram API."""
    expect(isinstance(value, str) and re.fullmatch(r"[0-9]+", value), where, f"is not text of digits: {value!r:.80}")


def date(value, where):
    """A time in UTC with exactly three decimals."""
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    expect(
        isinstance(value, str) and re.fullmatch(pattern, value),
        where,
        f"is not a date with milliseconds: {value!r:.80}",
    )
    try:
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        raise Mismatch(f"{where} is not a date: {value!r}") from None


def day(value, where):
    expect(isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value), where, f"is not a day: {value!r:.80}")


def address(value, where):
    """An absolute address in ASCII, which every parser accepts."""
    expect(isinstance(value, str) and value, where, f"is not an address: {value!r:.80}")
    expect(re.fullmatch(r"https?://[^\s/?#@]+(/[!-~]*)?", value), where, f"is not an absolute address: {value!r:.120}")
    expect(not re.search(r'["<>\\^`{|}]', value), where, f"has characters that must be encoded: {value!r:.120}")


def anything(value, where):
    pass


def one_of(*values):
    def shape(value, where):
        expect(value in values, where, f"is not one of {values}: {value!r:.80}")

    return shape


def nullable(shape):
    return lambda value, where: None if value is None else shape(value, where)


def array(shape):
    def check(value, where):
        expect(isinstance(value, list), where, f"is not an array: {value!r:.80}")
        for index, element in enumerate(value):
            shape(element, f"{where}[{index}]")

    return check


def dictionary(shape):
    def check(value, where):
        expect(isinstance(value, dict), where, f"is not an object: {value!r:.80}")
        for key, element in value.items():
            shape(element, f"{where}.{key}")

    return check


class Object:
    """An object with required keys, and with keys that may be missing."""

    def __init__(self, required=None, optional=None, exact=False, also=None):
        self.required = required or {}
        self.optional = optional or {}
        self.exact = exact
        self.also = also

    def extended(self, required=None, optional=None):
        return Object(self.required | (required or {}), self.optional | (optional or {}), self.exact, self.also)

    def __call__(self, value, where):
        expect(isinstance(value, dict), where, f"is not an object: {value!r:.80}")
        missing = sorted(self.required.keys() - value.keys())
        expect(not missing, where, f"lacks {missing}")
        for key, shape in self.required.items():
            shape(value[key], f"{where}.{key}")
        for key, shape in self.optional.items():
            if key in value:
                shape(value[key], f"{where}.{key}")
        if self.exact:
            more = sorted(value.keys() - self.required.keys() - self.optional.keys())
            expect(not more, where, f"also has {more}")
        if self.also:
            self.also(value, where)
