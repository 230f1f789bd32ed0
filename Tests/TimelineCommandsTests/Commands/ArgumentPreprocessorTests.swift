import Testing

@testable import TimelineCommands

@Suite("What only looks like an option")
struct ArgumentPreprocessorTests {
    @Test(
        "A name of a post loses its dash, a comment is put behind --, all else stays",
        arguments: [
            ("like -K25Fj8qrMAtxXG3QCSn", "like K25Fj8qrMAtxXG3QCSn"),
            ("like --format=json -K25Fj8qrMAtxXG3QCSn", "like --format=json K25Fj8qrMAtxXG3QCSn"),
            ("show --watch -K25Fj8qrMAtxXG3QCSn", "show --watch K25Fj8qrMAtxXG3QCSn"),
            ("like -bqXM1Oxn", "like bqXM1Oxn"),
            ("save -o -copy.jpg Me7M", "save -o -copy.jpg Me7M"),
            ("feed --before -K25Fj8qrMAtxXG3QCSn", "feed --before K25Fj8qrMAtxXG3QCSn"),
            (
                "edit Me7M --caption -K25Fj8qrMAtxXG3QCSn",
                "edit Me7M --caption -K25Fj8qrMAtxXG3QCSn"
            ),
            ("post --at -33.9,18.4", "post --at -33.9,18.4"), ("like -h", "like -h"),
            ("comment -bqXM1Oxn -hello", "comment bqXM1Oxn -- -hello"),
            ("comment Me7M -K25Fj8qrMAtxXG3QCSn", "comment Me7M -- -K25Fj8qrMAtxXG3QCSn"),
            ("comment Me7M -5 --format json", "comment Me7M --format json -- -5"),
            ("comment Me7M -", "comment Me7M -"), ("comment Me7M --help", "comment Me7M --help"),
            ("comment Me7M -- -x", "comment Me7M -- -x"),
            ("show -- -bqXM1Oxn", "show -- -bqXM1Oxn"),
            ("users -K25Fj8qrMAtxXG3QCSn", "users -K25Fj8qrMAtxXG3QCSn"),
        ]
    )
    func preparing(line: String, expected: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(ArgumentPreprocessor(words).words.joined(separator: " ") == expected)
    }
}
