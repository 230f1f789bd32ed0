import Testing

@testable import TimelineCommands

@Suite("Terminal width")
struct TerminalWidthTests {
    @Test(
        "comes from the environment when there is no terminal, within bounds",
        arguments: [
            (nil, nil), ("", nil), ("wide", nil), ("0", nil), ("-3", nil), ("1", 20), ("80", 80),
            ("400", 400), ("99999", 400),
        ] as [(String?, Int?)]
    )
    func environment(columns: String?, expected: Int?) {
        let environment = columns.map { ["COLUMNS": $0] } ?? [:]
        // No descriptor is negative, so there is no terminal to ask.
        #expect(TerminalWidth.columns(of: -1, environment: environment) == expected)
    }
}
