import Foundation
import Testing
import TimelineTestSupport

@Suite("The built program")
struct BinaryTests {
    @Test(
        "The exit status depends on the error",
        arguments: [
            ("timeline --help", 0), ("timeline --version", 0), ("timeline", 0),
            ("timeline nonsense", 64), ("COLUMNS=1 timeline post --nonsense", 64),
            ("COLUMNS=24 timeline help post", 0),
            ("timeline feed --limit many", 64), ("timeline logout && timeline feed", 77),
            ("timeline profile nobody", 67), ("TIMELINE_HOME=/nowhere timeline feed", 66),
            ("timeline show -K25Fj8qrMAtxXG3QCSn", 66), ("timeline show abc", 65),
            ("timeline login --email leia@example.org </dev/null", 64),
            ("timeline show $'abc\\xff'", 64), ("timeline users $'caf\\xe9' --format json", 64),
            ("echo x | timeline login --email leia@example.org --password-stdin", 77),
            (
                "echo a-long-password | timeline signup --email a@example.org --username abc --password-stdin --store /dev/null/nowhere",
                74
            ),
        ]
    )
    func status(script: String, expected: Int32) throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(script)
        #expect(result.status == expected, "\(result.text)")
        #expect(!result.text.isEmpty)
    }

    @Test("The doctor says how to replace an unreadable database by a backup")
    func restoring() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            printf 'no database' | dd of=.local/share/timeline/timeline.sqlite conv=notrunc status=none
            timeline doctor
            """
        )
        #expect(result.status == 74)
        #expect(result.text.contains("file is not a database. To restore a backup, stop"))
        #expect(result.text.contains("share/timeline” away, copy the folder of the backup"))
    }

    @Test("An argument that is not UTF-8 is shown and rejected")
    func encodings() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            #"""
            cp sunset.jpg $'caf\xe9.jpg'
            timeline post --image $'caf\xe9.jpg'
            """#
        )
        #expect(result.status == 64)
        #expect(
            result.text.contains("Argument 3, “caf\u{FFFD}.jpg”, is not UTF-8"),
            "\(result.text)"
        )
    }

    @Test("Neither an ID with a leading dash nor a southern position is parsed as an option")
    func dashes() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            id=$(timeline post --image sunset.jpg --at -33.9,18.4 --format json |
                sed -n 's/^  "id" : "\\(.*\\)".*/\\1/p') || exit 1
            case $id in -*) ;; *) echo "no identifier: $id"; exit 1 ;; esac
            timeline like $id && timeline unlike ${id#-} && timeline feed --before $id &&
                timeline comment $id --format text -hello && timeline near -33.9,18.4 --limit 1 &&
                timeline near -33.9 18.4 --limit 1
            """
        )
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("\n  -hello\n"), "\(result.text)")
    }

    /// Posts pictures, and measures the peak resident memory.
    ///
    /// A JPEG of 200 megapixels, as phones take them, has pixels of 800 MB and is decoded at a reduced
    /// size. A PNG of 67 megapixels, with pixels of 268 MB, is decoded row by row.
    @Test("A large picture takes little memory", arguments: ["jpg", "png"])
    func largePicture(format: String) throws {
        let program = try BuiltBinary()
        try program.signUp()
        let picture =
            try format == "jpg"
            ? JPEGMaker.grey(width: 16_320, height: 12_240)
            : Fixtures.file("png-8192x8192.png")
        try picture.write(to: program.folder.appending(path: "large.\(format)"))
        let result = try program.shell(
            """
            timeline post large.\(format) --format json >output &
            while state=$(cat /proc/$!/status 2>/dev/null); do
                peak=$(sed -n 's/^VmHWM: *\\([0-9]*\\) kB/\\1/p' <<<"$state")
                [ -n "$peak" ] && last=$peak
                sleep 0.02
            done
            wait $! || exit 1
            grep -c thumbHash output
            [ "${last:-0}" -lt 131072 ] || echo "The peak was $last kB."
            """
        )
        #expect(result.status == 0)
        #expect(result.text == "1\n")
    }

    @Test("A closed pipe ends the program quietly")
    func closedPipe() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            for i in 1 2 3 4 5 6; do timeline post --image sunset.jpg >posted || exit 1; done
            timeline feed | head -1 >first
            timeline feed --format json | true
            timeline --help | true
            """
        )
        #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
    }

    @Test("Ctrl-C ends a watch and leaves the store intact")
    func interrupt() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            timeline post --image sunset.jpg --caption first >posted || exit 1
            mkfifo shown
            set -m
            timeout 120 timeline feed --watch >shown &
            watch=$!
            exec 3<shown
            read -r line <&3
            timeline post --image sunset.jpg --caption second >posted
            while read -r line <&3; do case $line in *second*) break ;; esac; done
            kill -INT $watch
            wait $watch
            echo "ended with $?"
            timeline doctor
            """
        )
        #expect(result.text.hasSuffix("ended with 130\nAll is well.\n"), "\(result.text)")
    }

    @Test("Showing the same feed again writes nothing")
    func sameFeed() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            timeline post --image sunset.jpg >posted || exit 1
            changed() { stat -c %y .local/share/timeline/timeline.sqlite; }
            before=$(changed)
            timeline feed >shown && first=$(changed)
            timeline feed >shown && second=$(changed)
            [ "$before" != "$first" ] && echo "the first feed wrote"
            [ "$first" = "$second" ] && echo "the second feed did not"
            """
        )
        #expect(
            result.text == "the first feed wrote\nthe second feed did not\n",
            "\(result.text)"
        )
    }

    #if os(Linux)
    @Test("The decoder of HEIC is loaded for pictures in HEIC only")
    func noDecoder() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            LD_DEBUG=libs timeline feed 2>libraries >shown; grep -c libc.so libraries >found &&
                grep -c libheif libraries
            """
        )
        #expect(result.text == "0\n", "\(result.text)")
    }
    #endif

    @Test("Files are readable only by their owner")
    func modes() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            umask 000
            timeline post --image sunset.jpg >posted || exit 1
            find .local -type d ! -perm 700 ! -path .local ! -path .local/share ! -path .local/state
            find .local -type f ! -perm 600
            """
        )
        #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
    }
}
