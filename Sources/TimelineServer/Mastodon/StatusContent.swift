import TimelineCore
import TimelinePages

/// The text of a post or a comment as the HTML that clients of the Mastodon API expect: paragraphs
/// in which tags, mentions and web addresses are links.
struct StatusContent {
    private let base: String
    private let mentioned: [String: User.ID]
    /// The HTML, which is empty for an empty text.
    private(set) var html = HTML(capacity: 0)
    /// The tags and mentions in the text.
    private(set) var entities = TextEntities()

    /// Converts a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - base: The address of the server.
    ///   - mentioned: The users that exist, by displayed username.
    init(of text: String, base: String, mentioned: [String: User.ID]) {
        self.base = base
        self.mentioned = mentioned
        guard !text.isEmpty else { return }
        html = HTML(capacity: 2 * text.utf8.count)
        html.unescaped("<p>")
        write(text)
        html.unescaped("</p>")
    }

    /// Returns the address of a user's profile.
    static func profileAddress(_ username: String, base: String) -> String {
        base + PageLinks()(.profile(username)).text
    }

    private mutating func write(_ text: String) {
        var scanner = EntityScanner(text)
        var position = text.startIndex
        while let entity = scanner.next() {
            entities.add(entity)
            switch entity {
            case .tag(let tag, let range):
                writePlain(text[position..<range.lowerBound])
                link(to: TagLink.address(tag.name, base: base), as: "hashtag", text[range])
                position = range.upperBound
            case .mention(let name, let range):
                guard mentioned[name] != nil else { continue }
                writePlain(text[position..<range.lowerBound])
                link(to: Self.profileAddress(name, base: base), as: "u-url", text[range])
                position = range.upperBound
            }
        }
        writePlain(text[position...])
    }

    private mutating func link(to address: String, as name: StaticString, _ text: Substring) {
        html.element(
            "a",
            .class("mention", name),
            Attribute("href", text: address),
            Attribute("rel", "nofollow"),
            text: String(text)
        )
    }

    /// Writes a text without tags and mentions.
    private mutating func writePlain(_ text: Substring) {
        // Most texts have no address.
        guard text.utf8.contains(UInt8(ascii: ":")) else { return writeLines(text) }
        var (rest, search) = (text, text.startIndex)
        while let start = rest[search...].firstRange(of: "http")?.lowerBound {
            guard let address = Self.address(at: start, in: rest) else {
                search = rest.index(after: start)
                continue
            }
            writeLines(rest[..<address.startIndex])
            html.element(
                "a",
                Attribute("href", text: String(address)),
                Attribute("rel", "nofollow"),
                text: String(address)
            )
            rest = rest[address.endIndex...]
            search = rest.startIndex
        }
        writeLines(rest)
    }

    /// Returns the web address at an index, without punctuation at its end, or `nil` if there is
    /// none.
    private static func address(at start: String.Index, in text: Substring) -> Substring? {
        let run = text[start...].prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        let address = run.trimmingEnd { ".,;:!?)'’”]".contains($0) }
        return WebAddress.accepts(String(address)) ? address : nil
    }

    private mutating func writeLines(_ text: Substring) {
        var rest = text
        while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
            html.text(String(rest[..<end]))
            html.void("br")
            rest = rest[rest.utf8.index(after: end)...]
        }
        html.text(String(rest))
    }
}

/// The addresses of tags.
enum TagLink {
    /// Returns the address of a tag's page.
    static func address(_ name: String, base: String) -> String {
        "\(base)/tag/\(Link.encoded(name))"
    }
}

extension Substring {
    /// Returns the text without the characters at its end that match.
    fileprivate func trimmingEnd(_ matches: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, matches(last) { text = text.dropLast() }
        return text
    }
}
