"""The routes of the Mastodon API and of OAuth, as the sources register them."""

import pathlib
import re

SERVER = pathlib.Path(__file__).parents[2] / "Sources/TimelineServer"
FOLDERS = ("Mastodon", "OAuth", "ClientAPIs")
#: Where `APIRoutes` itself calls the router.
REGISTRAR = "APICall.swift"

_CALL = re.compile(r"\b(?:api|router|forms)\.(get|post|on|form)\(")
_ARGUMENTS = re.compile(r'\s*(?:\.(\w+),\s*)?(?:RouterPath\()?("[^"]*"|Self\.path\b)')


def registered_routes():
    """Returns the routes, such as "GET /api/v1/statuses/:id"."""
    routes = set()
    for folder in FOLDERS:
        for file in sorted((SERVER / folder).glob("*.swift")):
            if file.name != REGISTRAR:
                routes |= _routes(file.read_text(), file.name)
    return routes


def _routes(source, name):
    routes = set()
    for call in _CALL.finditer(source):
        arguments = _ARGUMENTS.match(source, call.end())
        if not arguments:
            raise AssertionError(f"{name} registers a route that cannot be read: {source[call.start() :][:80]!r}")
        method = {"on": arguments[1], "form": "post"}.get(call[1], call[1]).upper()
        path = arguments[2]
        if path == "Self.path":
            path = re.search(r'static let path: RouterPath = ("[^"]*")', source)[1]
        routes |= {f"{method} /{path}" for path in _expanded(path.strip('"'), source, call.start())}
    return routes


def _expanded(path, source, position):
    """Returns a path for each value of the variable in it."""
    variable = re.search(r"\\\((\w+)\)", path)
    if not variable:
        return [path]
    return [path.replace(variable[0], value) for value in _values(variable[1], source, position)]


def _values(variable, source, position):
    """Returns the texts that a variable has at a position: those of the loop or the function around it."""
    before = source[:position]
    loops = list(re.finditer(rf"for \(?{variable}\b[^\n]*? in (?:(\[[^\]]*\])|Self\.(\w+)) \{{", before))
    functions = list(re.finditer(rf"func (\w+)\(\s*_ {variable}: String", before))
    if functions and (not loops or functions[-1].start() > loops[-1].start()):
        return re.findall(rf'\b{functions[-1][1]}\("([^"]*)"', source)
    texts = loops[-1][1] or re.search(rf"let {loops[-1][2]} = (\[[^\]]*\])", source)[1]
    return re.findall(r'"([^"]*)"', texts)
