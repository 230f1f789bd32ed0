import Foundation
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
        #expect(on.username("@leia") == "\u{1B}[1;38;5;29m@leia\u{1B}[0m")
        let username: (Style) -> (String) -> String = { style in { style.username($0) } }
        for look in [username, Style.dim, Style.heart, Style.bold] {
            #expect(look(on)("text").hasSuffix("mtext\u{1B}[0m"))
            #expect(look(off)("text") == "text")
        }
    }

    @Test(
        "Usernames link to websites, and no address can end the link",
        arguments: [
            ("https://leia.example/~me?a=b;c", true),
            ("http://leia.example", true),
            ("javascript:alert(1)", false),
            ("https://leia.example/\u{1B}\\", false),
            ("https://leia.example/\u{07}", false),
            ("https://leia.example/a b", false),
            ("https://leia.example/\u{202E}", false),
            ("https://leia.example/" + String(repeating: "a", count: 3000), false),
        ]
    )
    func links(url: String, isLinked: Bool) {
        let style = Style(isOn: true, hasLinks: true)
        let name = style.username("@leia")
        let start = "\u{1B}]8;;\(url)\u{1B}\\"
        let expected = isLinked ? start + name + "\u{1B}]8;;\u{1B}\\" : name
        #expect(style.username("@leia", url: url) == expected)
        #expect(Style(isOn: true).username("@leia", url: url) == name)
    }

    @Test("Every list links the name of a user with a website")
    func linkedNames() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.signUp("hansolo")
        await world.run("profile", "edit", "--url", "https://falcon.example")
        await world.run("follow", "leia")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Hoth")
        let link =
            "\u{1B}]8;;https://falcon.example\u{1B}\\"
            + Style(isOn: true).username("@hansolo") + TerminalLink.end
        let kitty = ["TERM": "xterm-kitty"]
        #expect(await world.screen(["whoami"], terminal: kitty).written.contains(link))
        await world.logIn("leia")
        for command in [
            ["activity"], ["users"], ["followers"], ["profile", "hansolo"], ["feed", "--everyone"],
            ["search", "Hoth"],
        ] {
            let console = await world.screen(command, terminal: kitty)
            #expect(console.written.contains(link), "\(command)")
        }
    }

    @Test("The color of usernames has a contrast of at least 4.5 with black and with white")
    func contrast() throws {
        let text = Style(isOn: true).username("@leia")
        let number = try #require(text.firstMatch(of: /38;5;(\d+)m/).flatMap { Int($0.1) })
        #expect(16...231 ~= number)
        // The color cube of 256 colors, and the contrast ratio of WCAG 2.
        let levels = [0, 95, 135, 175, 215, 255].map { Double($0) / 255 }
        let color = [36, 6, 1].map { levels[(number - 16) / $0 % 6] }
            .map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        let luminance = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
        #expect(1.05 / (luminance + 0.05) >= 4.5)
        #expect((luminance + 0.05) / 0.05 >= 4.5)
    }

    @Test(
        "Links need a terminal that supports them",
        arguments: [
            (["TERM": "xterm-kitty"], true),
            (["TERM": "foot"], true),
            (["TERM": "foot-extra"], true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
            (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
            (["TERM": "xterm-256color", "VTE_VERSION": "4602"], false),
            (["TERM": "xterm-256color"], false),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], false),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], false),
        ] as [([String: String], Bool)]
    )
    func linkSupport(environment: [String: String], expected: Bool) {
        #expect(Style(environment: environment, isTerminal: true).hasLinks == expected)
        #expect(!Style(environment: environment, isTerminal: false).hasLinks)
    }
}
