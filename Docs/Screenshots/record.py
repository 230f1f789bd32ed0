"""Records the README's animation: record.py TIMELINE writes recording.svg beside this file.

Runs commands of `timeline` on a terminal of its own, which understands the control sequences that the program uses
(with pictures in the protocol of iTerm2, as JPEG), and draws its screens as SVG: one scene for each command, shown one
after the other for 30 seconds. Needs only Python and a built `timeline`.
"""

import base64
import fcntl
import html
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS, ROWS = 84, 29
CELL = (10, 20)
SECONDS = 30
LIMIT = 1_000_000
BACKGROUND, FOREGROUND, PROMPT = "#16161a", "#d8d8d8", "#8a8f98"
COLOURS = {"31": "#e5484d", "38;5;29": "#2fa37f"}
# One of the control sequences of a terminal, or the rest of an incomplete one.
SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?]*)([A-Za-z])|\](.*?)(?:\x07|\x1b\\)|([78]))", re.S)
FILE = re.compile(r"1337;File=.*?width=(\d+);height=(\d+).*?:(.*)", re.S)


class Screen:
    """A terminal without scrolling: its cells, and the pictures on them."""

    def __init__(self):
        self.cells, self.pictures = {}, []
        self.row = self.column = 0
        self.saved = (0, 0)
        self.style = ()

    def write(self, text):
        position = 0
        for match in SEQUENCE.finditer(text):
            self.print(text[position:match.start()])
            self.control(*match.groups())
            position = match.end()
        self.print(text[position:])

    def print(self, text):
        for character in text:
            if character == "\n":
                self.row += 1
            elif character == "\r":
                self.column = 0
            elif unicodedata.combining(character) or character in "\u200d\ufe0f":
                pass
            else:
                self.cells[self.row, self.column] = (character, self.style)
                self.column += 2 if unicodedata.east_asian_width(character) in "WF" else 1

    def control(self, numbers, letter, command, cursor):
        count = int(numbers) if numbers and numbers.isdigit() else 1
        if letter == "m":
            self.style = () if numbers in ("", "0") else self.style + (numbers,)
        elif letter == "A":
            self.row -= count
        elif letter == "B":
            self.row += count
        elif letter == "C":
            self.column += count
        elif cursor == "7":
            self.saved = (self.row, self.column)
        elif cursor == "8":
            self.row, self.column = self.saved
        elif command and (file := FILE.fullmatch(command)):
            width, height, content = file.groups()
            self.pictures.append((self.row, self.column, int(width), int(height), content))

    def runs(self):
        """The pieces of text with the same style: (row, column, width, text, style)."""
        runs = []
        for (row, column), (character, style) in sorted(self.cells.items()):
            last = runs[-1] if runs else None
            if last and last[0] == row and last[1] + last[2] == column and last[4] == style and last[5]:
                last[2] += 1
                last[3] += character
            else:
                wide = unicodedata.east_asian_width(character) in "WF"
                runs.append([row, column, 2 if wide else 1, character, style, not wide])
        return [run[:5] for run in runs if run[3].strip()]


def run(arguments, environment):
    """Runs a program on a terminal, and returns what it has printed."""
    child, terminal = pty.fork()
    if child == 0:
        # The parent sets the size of the terminal first.
        os.read(0, 1)
        os.execvpe(arguments[0], arguments, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, COLUMNS * CELL[0], ROWS * CELL[1]))
    attributes = termios.tcgetattr(terminal)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    os.write(terminal, b"\n")
    output = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        output += piece
    _, status = os.waitpid(child, 0)
    if status != 0:
        sys.exit(f"{' '.join(arguments)} failed:\n{output.decode(errors='replace')}")
    return output.decode()


def paint(style):
    """The SVG attributes of a run of text."""
    found = {"fill": FOREGROUND}
    for code in style:
        bold, _, colour = code.partition(";")
        if code == "1" or bold == "1" and colour:
            found["font-weight"] = "bold"
        if code == "2":
            found["fill-opacity"] = ".6"
        for name in (code, colour):
            if name in COLOURS:
                found["fill"] = COLOURS[name]
    return "".join(f' {name}="{value}"' for name, value in found.items())


class Drawing:
    """An SVG whose parts appear and disappear at given times; those before `still` make the still picture."""

    def __init__(self):
        self.parts, self.rules, self.count, self.still = [], [], 0, 0

    def timed(self, start, end, content):
        """Shows elements from one time to another, in seconds."""
        self.count += 1
        name = f"s{self.count}"
        first, last = (f"{100 * time / SECONDS:.2f}%" for time in (start, end))
        steps = f"0%{{visibility:hidden}}{first}{{visibility:visible}}{last}{{visibility:hidden}}"
        if start <= 0:
            steps = f"0%{{visibility:visible}}{last}{{visibility:hidden}}"
        if end >= SECONDS:
            steps = steps.replace(f"{last}{{visibility:hidden}}", "100%{visibility:visible}")
        self.rules.append(f"@keyframes {name}{{{steps}}}.{name}{{animation:{name} {SECONDS}s step-end infinite}}")
        still = " still" if start < self.still else ""
        self.parts.append(f'<g class="t {name}{still}">{content}</g>')

    def typed(self, start, end, row, text):
        """Shows a command that is typed, by a cover that moves away from it letter by letter."""
        self.count += 1
        name = f"s{self.count}"
        width = len(text) * CELL[0]
        first, last = (f"{100 * time / SECONDS:.2f}%" for time in (start, end))
        self.rules.append(
            f"@keyframes {name}{{0%,{first}{{transform:none;animation-timing-function:steps({len(text)})}}"
            f"{last},100%{{transform:translateX({width}px)}}}}.{name}{{animation:{name} {SECONDS}s infinite}}"
        )
        x, y = 2 * CELL[0], row * CELL[1]
        cover = f'<g class="{name}"><rect x="{x}" y="{y}" width="{width + CELL[0]}" height="{CELL[1]}" '
        cover += f'fill="{BACKGROUND}"/><rect x="{x}" y="{y + 3}" width="{CELL[0]}" height="15" fill="{FOREGROUND}"/></g>'
        return cover

    def svg(self):
        width, height = COLUMNS * CELL[0], ROWS * CELL[1]
        style = "text{font:16px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}.t{visibility:hidden}"
        # Who wants no motion sees the first scene.
        still = "@media(prefers-reduced-motion){*{animation:none!important}.still{visibility:visible}}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 {width + 32} {height + 32}" '
            f'width="{width + 32}" height="{height + 32}" role="img" aria-label="A recording of timeline in a terminal">'
            f"<style>{style}{''.join(self.rules)}{still}</style>"
            f'<defs><clipPath id="c"><rect width="{width}" height="{height}"/></clipPath></defs>'
            f'<rect x="-16" y="-16" width="{width + 32}" height="{height + 32}" rx="10" fill="{BACKGROUND}"/>'
            f'<g clip-path="url(#c)">{"".join(self.parts)}</g></svg>\n'
        )


def text(row, column, width, content, style):
    """An element for a run of text, which takes exactly its cells in any font."""
    x, y = column * CELL[0], row * CELL[1] + 15
    length = f' textLength="{width * CELL[0]}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x}" y="{y}"{length}{style}>{html.escape(content)}</text>'


def picture(row, column, width, height, content):
    """An element for a picture."""
    base64.b64decode(content, validate=True)
    size = f'width="{width * CELL[0]}" height="{height * CELL[1]}" preserveAspectRatio="xMinYMin"'
    return f'<image x="{column * CELL[0]}" y="{row * CELL[1]}" {size} href="data:image/jpeg;base64,{content}"/>'


def command_line(command):
    prompt = text(0, 0, 1, "$", f' fill="{PROMPT}"')
    return prompt + text(0, 2, len(command), command, f' fill="{FOREGROUND}" font-weight="bold"')


def scene(drawing, start, end, command, output):
    """Adds a scene: a command is typed, and its output appears from top to bottom."""
    screen = Screen()
    screen.row = 1
    screen.write(output)
    typing = start + 0.4 + len(command) / 22
    drawing.timed(start, end, command_line(command) + drawing.typed(start + 0.4, typing, 0, command))
    # A post appears when it has been drawn; posts and other parts are separated by empty lines.
    filled = {row for row, *_ in screen.runs()}
    for row, _, _, height, _ in screen.pictures:
        filled.update(range(row, row + height))
    groups, last = [], None
    for row in sorted(filled):
        if last is None or row > last + 1:
            groups.append([])
        groups[-1].append(row)
        last = row
    for index, rows in enumerate(groups):
        content = "".join(picture(*item) for item in screen.pictures if item[0] in rows)
        content += "".join(text(*run[:4], paint(run[4])) for run in screen.runs() if run[0] in rows)
        drawing.timed(typing + 0.3 + 0.12 * index, end, content)


def main():
    timeline = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "HOME": folder, "PATH": os.environ["PATH"], "TIMELINE_HOME": f"{folder}/store", "TERM": "xterm-256color",
            "TERM_PROGRAM": "iTerm.app", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        }

        def quietly(*arguments, input=None):
            done = subprocess.run(
                [timeline, *arguments], env=environment, cwd=folder, input=input, capture_output=True, check=True,
                text=True,
            )
            return done.stdout

        quietly("demo", "--store", f"{folder}/store")
        quietly("login", "--email", "leia@timeline.example", "--password-stdin", input="carbonite-at-dawn\n")
        ida = quietly("feed", "--of", "nightowl_ida", "--limit", "6")
        post = re.findall(r"(\S{8})$", ida, re.M)[4]
        quietly("save", post, "-o", f"{folder}/milky-way.jpg")
        os.chdir(folder)
        # The seconds of each scene, and its command.
        scenes = [
            (6.5, "timeline feed"),
            (5.5, "timeline profile nightowl_ida"),
            (6, "timeline search moon"),
            (6, "timeline post milky-way.jpg --caption 'No filter, no moon' --place Sutherland"),
            (6, "timeline popular --limit 1"),
        ]
        drawing, start = Drawing(), 0
        drawing.still = scenes[0][0]
        for seconds, command in scenes:
            words = re.findall(r"'([^']*)'|(\S+)", command)
            arguments = [timeline] + [quoted or plain for quoted, plain in words][1:]
            scene(drawing, start, start + seconds, command, run(arguments, environment))
            start += seconds
        assert start == SECONDS, start
    recording = drawing.svg()
    assert len(recording.encode()) < LIMIT, len(recording.encode())
    (HERE / "recording.svg").write_text(recording)
    print(f"recording.svg: {len(recording.encode()):,} bytes")


if __name__ == "__main__":
    main()
