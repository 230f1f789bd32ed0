/// A writer that produces HTML in UTF-8.
///
/// `String` values are always escaped, both in text and in attributes. Only string literals in the
/// source code can be written without escaping, with ``unescaped(_:)``.
///
/// ```swift
/// var html = HTML()
/// html.element("p", .class("caption")) { html in html.text(post.caption) }
/// ```
package struct HTML: Sendable {
    /// The markup written so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: The expected size of the markup in bytes.
    package init(capacity: Int = 4096) {
        bytes.reserveCapacity(capacity)
    }

    /// The markup written so far, as a string.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes an element with its content.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        content: (inout HTML) -> Void
    ) {
        open(name, attributes)
        content(&self)
        close(name)
    }

    /// Writes an element that contains only text.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        text content: String
    ) {
        open(name, attributes)
        text(content)
        close(name)
    }

    /// Writes an element without content and without an end tag, such as `img`.
    package mutating func void(_ name: StaticString, _ attributes: Attribute...) {
        open(name, attributes)
    }

    /// Escapes text and writes it.
    package mutating func text(_ text: String) {
        append(escaping: text)
    }

    /// Writes an integer.
    package mutating func text(_ number: Int) {
        append(number)
    }

    /// Writes a string literal without escaping it.
    package mutating func unescaped(_ markup: StaticString) {
        append(markup)
    }

    /// Appends the markup of another writer, which has already been escaped.
    package mutating func append(_ other: HTML) {
        bytes += other.bytes
    }

    private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
        bytes.append(UInt8(ascii: "<"))
        append(name)
        for attribute in attributes { write(attribute) }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func close(_ name: StaticString) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(UInt8(ascii: "/"))
        append(name)
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func write(_ attribute: Attribute) {
        if case .absent = attribute.value { return }
        bytes.append(UInt8(ascii: " "))
        append(attribute.name)
        if case .present = attribute.value { return }
        bytes.append(UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "\""))
        switch attribute.value {
        case .absent, .present: break
        case .literal(let text): append(text)
        case .tokens(let first, let second, let third):
            append(first)
            append(token: second)
            append(token: third)
        case .text(let text): append(escaping: text)
        case .number(let number): append(number)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(token: StaticString?) {
        guard let token else { return }
        bytes.append(UInt8(ascii: " "))
        append(token)
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ number: Int) {
        guard !(0..<10).contains(number) else {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
            return
        }
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes text, escaping the characters that are special in text or in quoted attributes.
    private mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var start = utf8.startIndex
            for index in utf8.indices where Self.isSpecial(utf8[index]) {
                bytes.append(contentsOf: utf8[start..<index])
                append(Self.entity(utf8[index]))
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func entity(_ byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        default: "&#39;"
        }
    }
}
