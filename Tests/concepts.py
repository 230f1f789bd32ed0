#!/usr/bin/env python3
"""Lists the concepts of the home timeline: concepts.py [--names] [PROJECT]

Starts at the functions with "timeline" in their names, in TimelineCore and TimelineSQLite, and follows the types that
their files use and the queries that Core declares and TimelineSQLite implements. Then it adds the files that write a
counter on which a cache depends. In these files it counts types, caches, counters and constants. The model and general tools, which
every feature uses, are neither counted nor followed. --names lists everything.
"""

import pathlib
import re
import sys

MODULES = ("TimelineCore", "TimelineSQLite")
# The folders of TimelineCore with this name have concepts of the home timeline; the others are the model and general
# tools.
CORE = "Timeline"
# A type that more files use is a general tool.
MOST_USERS = 12
ROOT = re.compile(r"\bfunc\s+\w*(?:[tT]imeline|homePage)\w*\b")
TYPE = re.compile(r"^([ ]*)(?:@\w+\s+)*((?:\w+\s+)*?)(?:struct|class|enum|protocol|actor)\s+([A-Z]\w*)", re.M)
FUNCTION = re.compile(r"^\s*((?:[\w@]+\s+)*)func\s+(\w+)", re.M)
SQL = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"')
COUNTER = re.compile(r"\b(late_posts|deletions|profiles|(?!user_|schema_)\w+_version|(?:\w+_)?epoch)\b")
CONSTANT = re.compile(
    r"\bstatic\s+let\s+(\w+)[^=\n]*=\s*[-(\[]*\d"  # static let budget = 6400
    r"|\bcase\s+(\w+)\s*=\s*\d"  # case read = 40
    r"|\b(?:var|let)\s+(\w+)(?::\s*Int)?\s*=\s*(?:1\s*<<|\d{2,})"  # var capacity = 1 << 20
    r"|\b(?!limit)(\w+):\s*Int\s*=\s*\d{2,}"  # init(capacity: Int = 64)
)


def bare(source):
    """Returns the source without comments."""
    return re.sub(r"(^|\s)//.*", r"\1", source)


def read(project):
    """Returns the sources of the modules by file, without the in-memory repository."""
    return {
        str(path.relative_to(project / "Sources")): bare(path.read_text())
        for module in MODULES
        for path in sorted((project / "Sources" / module).rglob("*.swift"))
        if "InMemory" not in str(path)
    }


def declared(sources):
    """Returns the files of each type, and of each function in TimelineSQLite."""
    types, functions = {}, {}
    for file, source in sources.items():
        for indent, modifiers, name in TYPE.findall(source):
            if not indent and "private" not in modifiers:
                types.setdefault(name, set()).add(file)
        if file.startswith("TimelineSQLite"):
            for modifiers, name in FUNCTION.findall(source):
                if "private" not in modifiers:
                    functions.setdefault(name, set()).add(file)
    return types, functions


def counters(source):
    """Returns the counters that the SQL in a file mentions."""
    return {name for text in SQL.findall(source) for name in COUNTER.findall(text)}


def is_counted(file):
    module, *folders = file.split("/")[:-1]
    return module != "TimelineCore" or CORE in folders


def reached(sources):
    """Returns the files that take part in reading a home timeline."""
    types, functions = declared(sources)
    words = {file: set(re.findall(r"\b[A-Z]\w*\b", source)) for file, source in sources.items()}
    calls = {file: set(re.findall(r"\b([a-z]\w*)\(", source)) for file, source in sources.items()}
    users = {name: sum(name in used for used in words.values()) for name in types}
    readers = [source for file, source in sources.items() if re.search(r"/Storage/\w*Reader\.", file)]
    queries = {name for source in readers for _, name in FUNCTION.findall(source)}
    todo = [file for file, source in sources.items() if ROOT.search(source) and is_counted(file)]
    files = set()
    while todo:
        file = todo.pop()
        if file in files or not is_counted(file):
            continue
        files.add(file)
        if any(users[name] > MOST_USERS for name, files_of in types.items() if file in files_of):
            continue
        for name in words[file] & types.keys():
            if users[name] <= MOST_USERS:
                todo.extend(types[name])
                todo.extend(f for f in sources if pathlib.Path(f).name.startswith(name + "+"))
        # A query that is declared in Core leads to its implementation.
        if file.startswith("TimelineCore"):
            for name in calls[file] & queries & functions.keys():
                if len(functions[name]) == 1:
                    todo.extend(functions[name])
    return files


def main(arguments):
    paths = [a for a in arguments if not a.startswith("-")]
    project = pathlib.Path(paths[0]) if paths else pathlib.Path(__file__).resolve().parent.parent
    sources = read(project)
    reading = reached(sources)
    read_counters = {c for f in reading for c in counters(sources[f])}
    writing = {f for f, s in sources.items() if is_counted(f) and read_counters & counters(s)} - reading
    types = sorted(
        f"{pathlib.Path(f).stem}.{n}" if indent else n
        for f in reading
        for indent, _, n in TYPE.findall(sources[f])
        if n != "CodingKeys"
    )
    constants = sorted({f"{pathlib.Path(f).stem}.{''.join(c)}" for f in reading for c in CONSTANT.findall(sources[f])})
    for kind, names in {
        "files that read": sorted(reading),
        "files that maintain a counter": sorted(writing),
        "types": types,
        "caches": [t for t in types if t.endswith(("Cache", "Caches")) or "." not in t and "Cache" in t],
        "counters": sorted(read_counters),
        "constants": constants,
    }.items():
        print(f"{kind}: {len(names)}")
        if "--names" in arguments:
            print("".join(f"    {name}\n" for name in names), end="")
    print(f"concepts (types, counters and constants): {len(types) + len(read_counters) + len(constants)}")


main(sys.argv[1:])
