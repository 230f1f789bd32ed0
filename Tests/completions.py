#!/usr/bin/env python3
"""Completes command lines in bash, zsh and fish, as someone would who presses Tab: completions.py TIMELINE"""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

PASSWORD = "a long walk on the beach"

# The shells with the command that starts them, and the line that loads the completions.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source completions.bash"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "fpath=($PWD/zsh $fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; PS1='> '",
    ),
    "fish": (["fish", "--no-config", "-i"], "source completions.fish"),
}


class World:
    """A folder with a store, files to complete, and a program that records its arguments."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="timeline-completions-")
        self.environment = {
            "HOME": self.folder,
            "PATH": f"{self.folder}/bin:/usr/local/bin:/usr/bin:/bin",
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
            "TIMELINE_HOME": f"{self.folder}/store",
        }
        for name in ["bin", "photo album", "zsh"]:
            os.mkdir(self.path(name))
        picture = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SeedData/images")
        shutil.copy(os.path.join(picture, sorted(os.listdir(picture))[0]), self.path("sunset.jpg"))
        for name in ["world.json", "archive.zip"]:
            open(self.path(name), "w").close()
        # Completion scripts run the program by its name; everything else is only recorded.
        with open(self.path("bin/timeline"), "w") as script:
            script.write(
                f"#!/bin/sh\ncase $1 in ---completion) exec '{program}' \"$@\" ;; esac\n"
                f"printf '%s\\n' \"$@\" >'{self.folder}/arguments.part'\n"
                f"mv '{self.folder}/arguments.part' '{self.folder}/arguments'\n"
            )
        os.chmod(self.path("bin/timeline"), 0o755)
        for shell, file in [("bash", "completions.bash"), ("zsh", "zsh/_timeline"), ("fish", "completions.fish")]:
            with open(self.path(file), "w") as script:
                script.write(self.run("--generate-completion-script", shell))
        for username in ["hansolo", "leia"]:
            self.run(
                "signup", "--email", f"{username}@example.org", "--username", username, "--password-stdin",
                input=PASSWORD + "\n",
            )
        self.posts = [self.post("The moon: #moonrise"), self.post("Dunes $(touch owned) `touch owned`")]

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, input=None):
        result = subprocess.run(
            [self.program, *arguments], env=self.environment, cwd=self.folder, input=input,
            capture_output=True, text=True, check=True,
        )
        return result.stdout

    def post(self, caption):
        lines = self.run("post", "sunset.jpg", "--caption", caption, "--format", "json").splitlines()
        identifier = [line.split('"')[3] for line in lines if line.startswith('  "id" : ')][0]
        length = 8  # The length of a short ID, which never starts with a hyphen.
        while identifier[-length] == "-":
            length += 1
        return identifier[-length:]

    def cases(self):
        """Returns the text before Tab, and the last word of the resulting command line."""
        newest = self.posts[-1]
        return [
            ("timeline post --image sun", "sunset.jpg"),
            ("timeline post sun", "sunset.jpg"),
            ("timeline profile edit --avatar sun", "sunset.jpg"),
            ("timeline save abcd -o wor", "world.json"),
            ("timeline feed --store sto", "store/"),
            ("timeline seed load wor", "world.json"),
            ("timeline import mastodon arc", "archive.zip"),
            ("timeline import timeline arc", "archive.zip"),
            ("timeline import folder pho", "photo album/"),
            ("timeline import instagram --report wor", "world.json"),
            ("timeline export archive arc", "archive.zip"),
            ("timeline export site pho", "photo album/"),
            ("timeline backup pho", "photo album/"),
            ("timeline follow han", "hansolo"),
            ("timeline follow @han", "@hansolo"),
            ("timeline feed --of le", "leia"),
            ("timeline profile show le", "leia"),
            ("timeline profile le", "leia"),
            ("timeline profile sh", "show"),
            ("timeline profile leia --imag", "--images"),
            ("timeline export pho", "photo album/"),
            ("timeline export sit", "site"),
            ("timeline export archive.zip --with-o", "--with-originals"),
            ("timeline tag moo", "moonrise"),
            (f"timeline show {newest[:5]}", newest),
            (f"timeline delete {newest[:5]}", newest),
            (f"timeline feed --before {newest[:5]}", newest),
            ("TIMELINE_HOME=/nowhere timeline follow --store store han", "hansolo"),
            ("timeline follow --store /nowhere han", "han"),
            ("timeline passw", "passwd"),
        ]


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, name, world):
        command, setup = SHELLS[name]
        self.world = world
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(world.folder)
            os.execvpe(command[0], command, world.environment)
        self.read()
        self.type(setup + "\n")
        self.read()

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, quiet=0.6, limit=20):
        """Returns the output until none arrives for a while."""
        output, end = b"", time.monotonic() + limit
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], quiet)
            if not ready:
                break
            try:
                output += os.read(self.terminal, 65536)
            except OSError:
                break
        return output.decode(errors="replace")

    def complete(self, text):
        """Types a command line, presses Tab and Enter, and returns the arguments and the output."""
        arguments = self.world.path("arguments")
        if os.path.exists(arguments):
            os.remove(arguments)
        self.type(text)
        self.read(quiet=0.2)
        self.type("\t")
        shown = self.read()
        self.type("\n")
        end = time.monotonic() + 60
        while not os.path.exists(arguments) and time.monotonic() < end:
            time.sleep(0.02)
        shown += self.read(quiet=0.2)
        if not os.path.exists(arguments):
            self.type("\x03")
            return None, shown
        with open(arguments) as file:
            return file.read().splitlines(), shown

    def close(self):
        os.close(self.terminal)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def check(name, program):
    """Completes all command lines in one shell, and returns their number and the failures."""
    world = World(program)
    failures, count = [], 0
    try:
        shell = Shell(name, world)
        try:
            for text, expected in world.cases():
                if name == "bash" and "@" in text:
                    continue  # To bash, @ ends a word.
                if name == "fish" and expected.startswith("--"):
                    continue  # fish completes options only after the name of the subcommand.
                count += 1
                arguments, shown = shell.complete(text)
                # zsh removes the slash of a folder when the line is entered.
                actual = arguments[-1].rstrip("/") if arguments else None
                if actual != expected.rstrip("/") or "Error" in shown:
                    failures.append(f"{name}: {text!r} became {arguments!r}, not {expected!r}:\n{shown!r}")
        finally:
            shell.close()
        if os.path.exists(world.path("owned")):
            failures.append(f"{name}: a caption was run as a command.")
    finally:
        shutil.rmtree(world.folder)
    return count, failures


def main():
    program = os.path.abspath(sys.argv[1])
    installed = [name for name in SHELLS if shutil.which(name)]
    for name in sorted(set(SHELLS) - set(installed)):
        print(f"Skipped: completions in {name}, which is not installed.")
    # Most of the time is spent waiting for a shell to stop printing, so the shells run at the same time.
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda name: check(name, program), installed))
    failures = [failure for _, shell_failures in results for failure in shell_failures]
    count = sum(count for count, _ in results)
    print(*failures, f"{count} command lines, {len(failures)} wrong.", sep="\n")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
