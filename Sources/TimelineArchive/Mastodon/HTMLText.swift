import Foundation

/// Converts the HTML of posts, as written by fediverse servers, to plain text.
///
/// Paragraphs are separated by blank lines. Tags, mentions and links remain as their visible text,
/// including the parts of links that web pages abbreviate.
enum HTMLText {
    /// Returns the text of an HTML fragment.
    static func text(of html: String) -> String {
        var text = ""
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            text += decoded(rest[..<start].filter { !$0.isNewline })
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ">") else { break }
            text += separator(ofTag: rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
        }
        text += decoded(rest.filter { !$0.isNewline })
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the white space that replaces a tag.
    private static func separator(ofTag tag: Substring) -> String {
        switch tag.prefix(while: { $0.isLetter || $0 == "/" }).lowercased() {
        case "br", "br/", "/li": "\n"
        case "/p", "/ul", "/ol", "/blockquote", "/pre": "\n\n"
        default: ""
        }
    }

    /// Replaces character references, such as "&amp;" and "&#39;".
    private static func decoded(_ text: some StringProtocol) -> String {
        guard text.contains("&") else { return String(text) }
        return String(text)
            .replacing(/&(#x?[0-9A-Fa-f]{1,6}|[a-z]{2,6});/) { match in
                scalar(match.1).map { String($0) } ?? String(match.0)
            }
    }

    private static func scalar(_ reference: Substring) -> Character? {
        if reference.hasPrefix("#") {
            let isHexadecimal = reference.dropFirst().first == "x"
            let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
            return UInt32(digits, radix: isHexadecimal ? 16 : 10)
                .flatMap(Unicode.Scalar.init).map(Character.init)
        }
        return names[String(reference)]
    }

    private static let names: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]
}
