import Foundation
import PictureFiles

/// Converts the HTML of posts, as written by fediverse servers, to plain text.
///
/// Paragraphs are separated by blank lines, and other blocks by line breaks. Tags, mentions and links
/// remain as their visible text, including the parts of links that web pages abbreviate. Comments,
/// scripts and style sheets are left out. Anything that is not HTML remains as it is.
struct HTMLText {
    private var rest: Substring
    private var text = ""
    /// The number of line breaks, or the space, that precedes the next text.
    private var separator = Separator()
    /// The number of enclosing elements in which line breaks count.
    private var preformattedCount = 0
    /// The target of the current link, and the offset of its text in UTF-8 once it has one.
    private var link: (target: String, start: Int?)?
    private let linkText: (_ text: String, _ target: String) -> String

    private struct Separator {
        var lineCount = 0
        var isSpace = false
    }

    /// Returns the text of an HTML fragment.
    ///
    /// - Parameters:
    ///   - html: The fragment.
    ///   - linkText: Returns the text that replaces that of a link.
    /// - Returns: The text.
    static func text(
        of html: String,
        linkText: @escaping (_ text: String, _ target: String) -> String = { text, _ in text }
    ) -> String {
        var reader = HTMLText(rest: html[...], linkText: linkText)
        reader.read()
        return reader.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private init(rest: Substring, linkText: @escaping (String, String) -> String) {
        (self.rest, self.linkText) = (rest, linkText)
    }

    private mutating func read() {
        while let start = rest.firstIndex(of: "<") {
            append(rest[..<start])
            rest = rest[start...]
            if rest.hasPrefix("<!--") {
                rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
            } else if Self.startsMarkup(rest.dropFirst()) {
                // Without any end, all of the rest is text.
                guard let end = Self.end(ofTag: rest.dropFirst()) else { break }
                let tag = rest[..<end].dropFirst()
                rest = rest[end...].dropFirst()
                read(tag)
            } else {
                append(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
        append(rest)
        endLink()
    }

    // MARK: Markup

    /// Returns whether a text after "<" is a tag or a declaration.
    private static func startsMarkup(_ text: Substring) -> Bool {
        if text.first == "!" || text.first == "?" { return true }
        let name = text.first == "/" ? text.dropFirst() : text
        return name.first.map { $0.isASCII && $0.isLetter } ?? false
    }

    /// Returns the index of the ">" at the end of a tag, which quoted values may contain, or `nil`
    /// if it is missing.
    private static func end(ofTag tag: Substring) -> Substring.Index? {
        var quote: Character?
        for index in tag.indices {
            let character = tag[index]
            if character == quote {
                quote = nil
            } else if quote == nil, character == ">" {
                return index
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            }
        }
        return quote == nil ? nil : tag.firstIndex(of: ">")
    }

    private mutating func read(_ tag: Substring) {
        let isEnd = tag.hasPrefix("/")
        let name = tag.dropFirst(isEnd ? 1 : 0).prefix { $0.isLetter || $0.isNumber }.lowercased()
        switch name {
        case "br": separator.lineCount += 1
        case "p", "ul", "ol", "dl", "blockquote", "table", "figure", "hr", "h1", "h2", "h3", "h4",
            "h5", "h6":
            separate(lineCount: 2)
        case "pre":
            separate(lineCount: 2)
            preformattedCount = max(0, preformattedCount + (isEnd ? -1 : 1))
        case "li", "dt", "dd", "div", "tr", "caption", "figcaption", "section", "article", "header",
            "footer", "main", "nav", "aside", "address", "details", "summary", "form", "fieldset",
            "option", "center":
            separate(lineCount: 1)
        case "td", "th": separator.isSpace = true
        case "a":
            endLink()
            if !isEnd { link = Self.target(of: tag).map { ($0, nil) } }
        case "script", "style", "template", "title":
            if !isEnd { skipContent(of: name) }
        default: break
        }
    }

    private mutating func separate(lineCount: Int) {
        endLink()
        separator.lineCount = max(separator.lineCount, lineCount)
    }

    private mutating func skipContent(of name: String) {
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            guard rest.prefix(name.count + 2).lowercased() != "</\(name)" else { return }
            rest = rest.dropFirst()
        }
        rest = ""
    }

    private static func target(of tag: Substring) -> String? {
        let attribute = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/.ignoresCase()
        guard let match = tag.firstMatch(of: attribute) else { return nil }
        return CharacterReferences.decoded(match.1 ?? match.2 ?? match.3 ?? "")
    }

    private mutating func endLink() {
        guard let (target, start) = link else { return }
        link = nil
        guard let start else { return }
        let index = text.utf8.index(text.startIndex, offsetBy: start)
        text.replaceSubrange(index..., with: linkText(String(text[index...]), target))
    }

    // MARK: Text

    private mutating func append(_ source: Substring) {
        var added = preformattedCount > 0 ? source : Self.joiningLines(source)
        if preformattedCount == 0, text.isEmpty || separator.lineCount > 0 {
            added = added.drop(while: \.isWhitespace)
        }
        guard !added.isEmpty else { return }
        if !text.isEmpty, separator.lineCount > 0 {
            while text.last == " " { text.removeLast() }
            text += String(repeating: "\n", count: separator.lineCount)
        } else if !text.isEmpty, separator.isSpace, text.last?.isWhitespace == false {
            text += " "
        }
        separator = Separator()
        if let link, link.start == nil { self.link = (link.target, text.utf8.count) }
        text += CharacterReferences.decoded(added)
    }

    /// Replaces the line breaks in a text, with the white space around them, by spaces.
    private static func joiningLines(_ text: Substring) -> Substring {
        guard text.contains(where: \.isNewline) else { return text }
        var result = ""
        var space = ""
        for character in text {
            if character.isWhitespace {
                space.append(character)
                continue
            }
            result += space.contains(where: \.isNewline) ? " " : space
            result.append(character)
            space = ""
        }
        return (result + (space.contains(where: \.isNewline) ? " " : space))[...]
    }
}
