import Testing

@testable import TimelineCommands

@Suite("Style")
struct StyleTests {
    @Test(
        "is on only for a terminal whose user did not ask for none",
        arguments: [
            ([:], true, true),
            ([:], false, false),
            (["TERM": "xterm-256color"], true, true),
            (["TERM": "dumb"], true, false),
            (["NO_COLOR": ""], true, true),
            (["NO_COLOR": "1"], true, false),
            (["NO_COLOR": "0"], true, false),
        ] as [([String: String], Bool, Bool)]
    )
    func switching(environment: [String: String], isTerminal: Bool, expected: Bool) {
        #expect(Style(environment: environment, isTerminal: isTerminal).isOn == expected)
    }

    @Test("Adds control sequences when on, and nothing when off")
    func codes() {
        let on = Style(isOn: true)
        let off = Style(isOn: false)
        #expect(on.bold("text") == "\u{1B}[1mtext\u{1B}[0m")
        #expect(on.bold("") == "")
        for look in [Style.username, Style.dim, Style.heart, Style.bold] {
            #expect(look(on)("text").hasSuffix("mtext\u{1B}[0m"))
            #expect(look(off)("text") == "text")
        }
    }
}
