#!/usr/bin/env python3
"""Counts public declarations and their documentation: declarations.py [--names] [PROJECT]

Counts the requirements of public protocols, too. An implementation inherits the documentation of its requirement, by
name, and a requirement the errors that its protocol documents. --names lists the declarations that lack something.
"""

import pathlib
import re
import sys

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"((?:(?:public|open|package|internal|private|fileprivate|static|final|mutating|nonmutating|convenience|indirect"
    r"|override|consuming|borrowing|nonisolated|class)(?:\(set\))?\s+)*)"
    r"(func|init|subscript|var|let|struct|class|enum|protocol|actor|typealias|case|extension)\b\s*([\w.`]*)"
)

NEXT = re.compile(r"\n\s*(\n|///|\}|@|func|var|case|init)")


def comment_above(lines, index):
    """Returns the documentation comment above a line."""
    index -= 1
    while index >= 0 and lines[index].strip().startswith("@"):
        index -= 1
    end = index
    while index >= 0 and lines[index].strip().startswith("///"):
        index -= 1
    return "\n".join(lines[index + 1:end + 1])


def signature(lines, index):
    """Returns a declaration up to its body."""
    text = re.sub(r"//[^\n]*", "", "\n".join(lines[index:index + 30]))
    depth, end = 0, len(text)
    for position, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and (character == "{" or character == "\n" and NEXT.match(text[position:])):
            end = position
            break
    return text[:end]


def unlabelled(signature):
    """Returns the number of parameters without a label."""
    start = signature.find("(")
    depth, parameters = 0, [""]
    for character in signature[start:]:
        if character in "([<{":
            depth += 1
        elif character in ")]>}":
            depth -= 1
            if depth == 0:
                break
        if character == "," and depth == 1:
            parameters.append("")
        else:
            parameters[-1] += character
    return sum(parameter.strip().lstrip("(").strip().startswith("_ ") for parameter in parameters)


def main(arguments):
    paths = [a for a in arguments if not a.startswith("-")]
    project = pathlib.Path(paths[0]) if paths else pathlib.Path(__file__).resolve().parent.parent
    found, functions, documented, covered = [], [], set(), set()
    for path in sorted((project / "Sources").rglob("*.swift")):
        lines = path.read_text().split("\n")
        protocol, is_covered = None, False
        for index, line in enumerate(lines):
            if protocol is not None and line.startswith(protocol + "}"):
                protocol = None
            match = DECLARATION.match(line)
            if not match:
                continue
            modifiers, kind, name = match.groups()
            place = f"{path.relative_to(project)}:{index + 1} {kind} {name}".rstrip()
            inside = protocol is not None and kind != "extension"
            if kind == "func" and name:
                functions.append((place, unlabelled(signature(lines, index))))
            if "public" in modifiers.split() or inside:
                if kind == "protocol":
                    protocol = re.match(r"\s*", line).group()
                    is_covered = bool(re.search(r"\bthrows?\b", comment_above(lines, index)))
                if kind == "extension":
                    continue
                comment = comment_above(lines, index)
                if inside and comment:
                    documented.add(name or kind)
                    if "Throws" in comment or is_covered:
                        covered.add(name or kind)
                # A typed error is part of the signature, and `encode(to:)` rethrows errors of its encoder.
                throws = kind in ("func", "init") and name != "encode" and re.search(
                    r"\bthrows\b(?!\()", signature(lines, index).split("->")[0][-40:]
                )
                found.append((place, name or kind, comment, bool(throws)))
    undocumented = [place for place, name, comment, _ in found if not comment and name not in documented]
    silent = [
        place for place, name, comment, throws in found
        if throws and comment and "Throws" not in comment and name not in covered
    ]
    crowded = [place for place, count in functions if count >= 2]
    print(f"public declarations: {len(found)}")
    for title, places in {
        "public declarations without documentation": undocumented,
        "public throwing functions without their errors": silent,
        "functions with two or more unlabelled parameters": crowded,
    }.items():
        print(f"{title}: {len(places)}")
        if "--names" in arguments:
            print("".join(f"    {place}\n" for place in places), end="")
    share = 100 * len(crowded) / len(functions)
    print(f"of {len(functions)} functions, {share:.1f}% have two or more unlabelled parameters")


main(sys.argv[1:])
