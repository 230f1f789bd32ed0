import Foundation
import Testing

@Suite("Questions to a terminal")
struct TerminalQuestionTests {
    /// A terminal emulator in Python: `terminal.py ANSWER DELAY KEYS COMMAND` runs a command in
    /// it, answers each request for the device attributes after a delay in seconds, and prints
    /// facts about the output.
    private static let terminal = #"""
        import base64, fcntl, os, pty, re, select, struct, sys, termios, time
        answer, keys = (word.encode().decode("unicode_escape").encode() for word in sys.argv[1:4:2])
        child, terminal = pty.fork()
        if child == 0:
            os.read(0, 1)
            os.execvp("bash", ["bash", "-c", sys.argv[4]])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 800, 480))
        attributes = termios.tcgetattr(terminal)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)
        os.write(terminal, b"\n" + keys)
        output, pixels = b"", 0
        while select.select([terminal], [], [], 60)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            for path in re.findall(rb"a=q,t=f,f=24,s=1,v=1;([^\x1b]*)", piece):
                pixels += os.path.getsize(base64.b64decode(path)) == 3
            if answer and b"\x1b[c" in piece:
                time.sleep(float(sys.argv[2]))
                os.write(terminal, answer)
            output += piece
        echo = termios.tcgetattr(terminal)[3] & termios.ICANON != 0
        print("questions", output.count(b"\x1b[c"), "pixels", pixels, "posts", output.count(b"sunset"),
              "sixel", output.count(b"\x1bP"), "files", output.count(b"t=f,C=1"), "lines", echo,
              "typed", output.count(b"typed"))
        """#

    /// Runs `timeline feed` twice on a terminal, and then reads a pending key.
    private static func facts(
        _ terminal: String,
        answer: String,
        delay: Double = 0,
        keys: String = ""
    ) throws -> String {
        let program = try BuiltBinary()
        try program.signUp()
        try Self.terminal.write(
            to: program.folder.appending(path: "terminal.py"),
            atomically: false,
            encoding: .utf8
        )
        return
            try program.shell(
                """
                timeline post sunset.jpg --caption sunset >/dev/null || exit 1
                mkdir files && export TMPDIR=$PWD/files
                TERM=\(terminal) COLORTERM=truecolor python3 terminal.py '\(answer)' \(delay) '\(keys)' \
                    'timeline feed; timeline feed; read -rs -t 0.2 -n 1 && echo typed'
                ls -A files | wc -l
                """
            )
            .text
    }

    /// Returns the facts of the first of several runs in which the answer arrived in time: on a busy
    /// machine, the terminal of this test may be late, and then only the second feed is affected.
    private static func timelyFacts(
        _ terminal: String,
        answer: String,
        late: String
    ) throws -> String {
        for _ in 1...5 {
            let facts = try facts(terminal, answer: answer)
            if facts != late { return facts }
        }
        return late
    }

    @Test("One question finds sixel, and its answer is cached")
    func sixel() throws {
        let late = "questions 1 pixels 0 posts 2 sixel 1 files 0 lines True typed 0\n0\n"
        #expect(
            try Self.timelyFacts("xterm-256color", answer: #"\x1b[?63;1;4;22c"#, late: late)
                == "questions 1 pixels 0 posts 2 sixel 2 files 0 lines True typed 0\n0\n"
        )
    }

    @Test("A late answer is read by the command, not by the shell, and cached")
    func late() throws {
        #expect(
            try Self.facts("xterm-256color", answer: #"\x1b[?63;1;4;22c"#, delay: 0.3)
                == "questions 1 pixels 0 posts 2 sixel 1 files 0 lines True typed 0\n0\n"
        )
    }

    @Test("A terminal that does not answer, or has no sixel, is asked once", arguments: ["", "2"])
    func silent(attributes: String) throws {
        let answer = attributes.isEmpty ? "" : #"\x1b[?62;\#(attributes)c"#
        #expect(
            try Self.facts("xterm-256color", answer: answer)
                == "questions 1 pixels 0 posts 2 sixel 0 files 0 lines True typed 0\n0\n"
        )
    }

    @Test("A terminal that reads files of this machine receives their names")
    func files() throws {
        let late = "questions 1 pixels 1 posts 2 sixel 0 files 1 lines True typed 0\n0\n"
        let answer = #"\x1b_Gi=31;OK\x1b\\\x1b[?62;c"#
        #expect(
            try Self.timelyFacts("xterm-kitty", answer: answer, late: late)
                == "questions 1 pixels 1 posts 2 sixel 0 files 2 lines True typed 0\n0\n"
        )
        #expect(
            try Self.facts("xterm-kitty", answer: #"\x1b_Gi=31;EBADF:x\x1b\\\x1b[?62;c"#)
                == "questions 1 pixels 1 posts 2 sixel 0 files 0 lines True typed 0\n0\n"
        )
    }

    @Test("A terminal with keys waiting is not asked")
    func keys() throws {
        #expect(
            try Self.facts("xterm-256color", answer: #"\x1b[?63;4c"#, keys: "ls")
                == "questions 0 pixels 0 posts 2 sixel 0 files 0 lines True typed 1\n0\n"
        )
    }
}
