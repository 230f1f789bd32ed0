import Testing

#if canImport(Glibc)
import Glibc
#endif

@testable import TimelineCommands

@Suite("Terminal width")
struct TerminalSizeTests {
    @Test(
        "comes from the environment when there is no terminal, within bounds",
        arguments: [
            (nil, nil), ("", nil), ("wide", nil), ("0", nil), ("-3", nil), ("1", 20), ("80", 80),
            ("400", 400), ("99999", 400),
        ] as [(String?, Int?)]
    )
    func environment(columns: String?, expected: Int?) {
        let environment = columns.map { ["COLUMNS": $0] } ?? [:]
        // Descriptors are never negative, so this is not a terminal.
        #expect(TerminalSize(of: -1, environment: environment)?.columns == expected)
    }

    #if canImport(Glibc)
    @Test("Is that of the terminal, if there is one", arguments: [(3, 20), (80, 80), (500, 400)])
    func terminal(columns: UInt16, expected: Int) {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
        let environment = ["COLUMNS": "33"]
        #expect(TerminalSize(of: terminal, environment: environment)?.columns == expected)
    }
    #endif
}
