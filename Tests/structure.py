#!/usr/bin/env python3
"""Counts what a newcomer to Sources has to learn: structure.py [--paths]

Prints the files, lines, types, declarations and folders of each target, and the requirements of each protocol that a
repository or a store of sync implements. With --paths, it builds the program with coverage (in .build-structure) and
counts the files and types of Sources whose code runs while a photo is posted, a page is shown and a folder is synced.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

os.chdir(Path(__file__).resolve().parent.parent)
MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|final|indirect)(?:\(set\))?\s+)*"
TYPE = re.compile(rf"^\s*{MODIFIERS}(?:struct|class|enum|actor|protocol)\s+([A-Z]\w*)", re.M)
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?!import\b)", re.M)
PACKAGE = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*package\s+(?!import\b)", re.M)


def code(text):
    """Returns a text without comments."""
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("//"))


def requirements(text):
    """Returns the number of requirements of each protocol in a text."""
    counts = {}
    for match in re.finditer(rf"^{MODIFIERS}protocol\s+(\w+)[^{{]*\{{\n(.*?)^\}}", text, re.M | re.S):
        body = re.findall(r"^    (?:@\w+ )*(?:mutating |static )*(?:func|var|init|subscript)\b", match[2], re.M)
        counts[match[1]] = len(body)
    return counts


def counts():
    """Prints the counts of each target, and of all together."""
    head = ("target", "files", "lines", "median", "longest", "types", "public", "package", "folders")
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    protocols = {}
    total = [0] * 8
    every = []
    for target in sorted(path for path in Path("Sources").iterdir() if path.is_dir()):
        texts = {path: path.read_text() for path in target.rglob("*.swift")}
        if not texts:
            continue
        lines = [text.count("\n") for text in texts.values()]
        every += lines
        stripped = [code(text) for text in texts.values()]
        for text in stripped:
            protocols |= requirements(text)
        row = [
            len(texts), sum(lines), round(statistics.median(lines)), max(lines),
            *(sum(len(pattern.findall(text)) for text in stripped) for pattern in (TYPE, PUBLIC, PACKAGE)),
            len({path.parent for path in texts}),
        ]
        print(f"| {target.name} | " + " | ".join(f"{number:,}" for number in row) + " |")
        total = [sum(pair) for pair in zip(total, row)]
    total[2:4] = [round(statistics.median(every)), max(every)]
    print("| **all** | " + " | ".join(f"{number:,}" for number in total) + " |")
    print(f"\nFiles under 30 lines: {sum(count < 30 for count in every)}, over 400: {sum(count > 400 for count in every)}.")
    listed = ", ".join(f"{name} {count}" for name, count in sorted(protocols.items()) if count)
    print(f"Requirements of {len(protocols)} protocols, {sum(protocols.values())} in all: {listed}.")


SCRATCH = ".build-structure"


def tool(name):
    """Returns the path of a tool of the Swift toolchain, whose version may differ from that of the system's LLVM."""
    return Path(shutil.which("swift")).resolve().parent / name


def build():
    """Builds the program with coverage, and returns its path."""
    command = ["swift", "build", "--scratch-path", SCRATCH, "--product", "timeline", "--disable-default-traits"]
    flags = ["-debug-info-format", "none", "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"]
    subprocess.run(command + flags, check=True, stdout=sys.stderr)
    return Path(SCRATCH, "debug/timeline").resolve()


def executed(program, profile):
    """Returns the files of Sources whose code ran, and the names of the types whose functions ran."""
    merged = f"{profile}.merged"
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", profile, "-o", merged], check=True)
    export = subprocess.run(
        [tool("llvm-cov"), "export", program, f"-instr-profile={merged}"], check=True, capture_output=True
    )
    files, symbols = set(), []
    for function in json.loads(export.stdout)["data"][0]["functions"]:
        sources = [name for name in function["filenames"] if "/Sources/" in name and "/.build" not in name]
        if function["count"] and sources:
            files.update(name.split("/Sources/")[1] for name in sources)
            symbols.append(function["name"].split(":")[-1])
    demangled = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(symbols), text=True, check=True, capture_output=True
    )
    declared = {name for file in files for name in TYPE.findall(code(Path("Sources", file).read_text()))}
    words = set(re.findall(r"[A-Z]\w*", demangled.stdout))
    return files, declared & words


def paths():
    """Prints how many files and types of Sources run for each command, and how many of them `whoami` runs too."""
    program = build()
    picture = next(Path("SeedData").rglob("*.jpg")).resolve()
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"HOME": home, "TIMELINE_HOME": f"{home}/store"}

        def run(name, *arguments):
            environment["LLVM_PROFILE_FILE"] = f"{home}/{name}.profraw"
            subprocess.run(
                [program, *arguments], env=environment, check=True, capture_output=True, cwd=home,
                input=b"correct horse battery staple\n" * 2,
            )
            return f"{home}/{name}.profraw"

        run("signup", "signup", "--username", "leia", "--email", "leia@example.org", "--password-stdin")
        shared = executed(program, run("whoami", "whoami"))
        run("first", "post", "--image", str(picture), "--caption", "first")
        commands = {
            "post": ["post", "--image", str(picture), "--caption", "second"],
            "page": ["feed"],
            "sync": ["sync", f"{home}/folder", "--shared"],
        }
        print("| path | files | beyond `whoami` | types | beyond `whoami` |\n|---|---|---|---|---|")
        for name, arguments in commands.items():
            files, types = executed(program, run(name, *arguments))
            counts = len(files), len(files - shared[0]), len(types), len(types - shared[1])
            print(f"| {name} | " + " | ".join(map(str, counts)) + " |")


counts()
if "--paths" in sys.argv:
    print()
    paths()
