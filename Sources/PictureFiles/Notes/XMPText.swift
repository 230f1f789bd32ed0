import Foundation

/// The texts in an XMP packet (ISO 16684-1).
///
/// The packet is not parsed as XML. The values of attributes and elements with the conventional
/// prefixes are found by their names. Packets in UTF-16 are ignored.
struct XMPText {
    private let text: String

    /// The maximum number of bytes to search.
    private static let byteLimit = 1 << 20
    /// The maximum number of values of one property.
    private static let limit = 200

    /// Creates a packet from the first MiB of `packet`.
    init(_ packet: Data) {
        text = String(decoding: packet.prefix(Self.byteLimit), as: UTF8.self)
    }

    /// Returns the non-empty values of a property.
    ///
    /// - Parameter name: The name of the property, such as "dc:subject".
    /// - Returns: The values, in their order.
    func values(of name: String) -> [String] {
        if let element = content(of: name, in: text[...]) {
            var items: [String] = []
            var rest = element
            while items.count < Self.limit, let item = content(of: "rdf:li", in: rest) {
                items.append(Self.decoded(item))
                rest = rest[item.endIndex...]
            }
            if items.isEmpty, !element.contains("<") { items = [Self.decoded(element)] }
            return items.filter { !$0.isEmpty }
        }
        return attribute(name).map { [$0] } ?? []
    }

    /// Returns the content of the first element with a name, or `nil` if it is missing or empty.
    private func content(of name: String, in text: Substring) -> Substring? {
        var rest = text
        while let start = rest.range(of: "<\(name)") {
            rest = rest[start.upperBound...]
            // The name must end here, because a longer name may start in the same way.
            guard let next = rest.first, next.isWhitespace || next == ">" else { continue }
            guard let open = rest.firstIndex(of: ">"), rest[..<open].last != "/",
                let end = rest.range(of: "</\(name)>")
            else { return nil }
            let first = rest.index(after: open)
            return first <= end.lowerBound ? rest[first..<end.lowerBound] : nil
        }
        return nil
    }

    /// Returns the value of the first attribute with a name.
    private func attribute(_ name: String) -> String? {
        guard let start = text.range(of: " \(name)=") ?? text.range(of: "\n\(name)="),
            let quote = text[start.upperBound...].first, quote == "\"" || quote == "'"
        else { return nil }
        let value = text[start.upperBound...].dropFirst().prefix { $0 != quote }
        let decoded = Self.decoded(value)
        return decoded.isEmpty ? nil : decoded
    }

    /// Replaces character references, and removes surrounding white space.
    private static func decoded(_ value: Substring) -> String {
        let text = String(value).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
            .replacing("&#xA;", with: "\n").replacing("&#10;", with: "\n")
            .replacing("&amp;", with: "&")
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
