import TimelineCore

/// The words of a command line, with what only looks like an option made unmistakable.
///
/// Every push ID begins with `-`, and so do some of their endings and some comments. An identifier may be
/// named without its `-`, so that is taken off; a comment goes behind `--`. What follows an option
/// that takes any text, or `--`, stays as it is.
struct ArgumentPreprocessor {
    /// The words to be parsed.
    let words: [String]

    private static let textOptions: Set = [
        "--caption", "--alt", "--place", "--name", "--bio", "--url", "--search", "--at", "--email",
        "--username", "--prefix", "--radius", "--store", "--image", "--avatar", "--output", "-o",
    ]
    private static let namingCommands: Set = [
        "show", "edit", "like", "unlike", "comment", "delete", "save",
    ]

    init(_ arguments: [String]) {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let isNaming = arguments.first.map(Self.namingCommands.contains) ?? false
        var words = arguments
        for index in arguments.indices.dropFirst().prefix(while: { $0 < end }) {
            let former = arguments[index - 1]
            guard !Self.textOptions.contains(former), isNaming || former == "--before" else {
                continue
            }
            // Behind the post's name, `comment` takes text.
            if arguments.first == "comment", index > 1, !former.hasPrefix("--") { continue }
            if Self.isName(arguments[index]) { words[index].removeFirst() }
        }
        self.words =
            switch arguments.first {
            case "comment": Self.shieldingText(of: words)
            case "near": Self.shieldingPosition(in: words)
            default: words
            }
    }

    /// Puts a position that begins with `-` behind `--`.
    private static func shieldingPosition(in words: [String]) -> [String] {
        guard !words.contains("--"),
            let index = words.indices.dropFirst()
                .first(where: { words[$0].contains(",") && !textOptions.contains(words[$0 - 1]) }),
            words[index].hasPrefix("-")
        else { return words }
        return words[..<index] + words[(index + 1)...] + ["--", words[index]]
    }

    /// Whether a word is a push ID or an ending of one with its `-`; options are shorter or have two.
    private static func isName(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.utf8.count > 4
            && PushID.bytes(ofEnding: word) != nil
    }

    /// Puts a comment that begins with `-` behind `--`.
    private static func shieldingText(of words: [String]) -> [String] {
        guard words.count > 2, !words.contains("--") else { return words }
        let text = words[2]
        let options = ["-", "-h", "--help", "--version", "--store", "--format"]
        guard text.hasPrefix("-"),
            !options.contains(where: { text == $0 || text.hasPrefix($0 + "=") })
        else { return words }
        return words[..<2] + words[3...] + ["--", text]
    }
}
