import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCommands
@testable import TimelineCore

@Suite("Matches are set in bold")
struct HighlightTests {
    private static func lines(_ text: String, _ query: String, columns: Int = 30) throws -> [String]
    {
        let layout = TextLayout(
            columns: columns,
            style: Style(isOn: true),
            now: Date(timeIntervalSince1970: 0),
            makeTimeZone: { .gmt },
            storeOptions: []
        )
        let pattern = try #require(TextQuery(query).pattern { _, _ in [] })
        return layout.excerpt(Excerpt(of: text, around: pattern.matches(in: text)), indent: 2)
    }

    @Test func matchesAreBold() throws {
        #expect(
            try Self.lines("Two suns, one farm", "suns FARM")
                == ["  Two \u{1B}[1msuns\u{1B}[0m, one \u{1B}[1mfarm\u{1B}[0m"]
        )
    }

    @Test func aMatchThatIsWrappedIsBoldOnBothLines() throws {
        #expect(
            try Self.lines(
                "Where the two suns set behind the dunes",
                "\"two suns set behind\"",
                columns: 20
            )
                == [
                    "  Where the \u{1B}[1mtwo suns\u{1B}[0m", "  \u{1B}[1mset behind\u{1B}[0m the",
                    "  dunes",
                ]
        )
    }

    /// Checks that text by other users cannot change the style.
    @Test func textCannotSteerTheTerminal() throws {
        let lines = try Self.lines("a\u{1B}[31mred\u{202E} sun\u{7}", "sun", columns: 100)
        #expect(lines == ["  a⟨U+001B⟩[31mred⟨U+202E⟩ \u{1B}[1msun\u{1B}[0m⟨U+0007⟩"])
    }
}
