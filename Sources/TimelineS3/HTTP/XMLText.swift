import Foundation

/// A part of an XML document, for the few elements that S3's answers consist of.
///
/// Elements are found by their names, without attributes except for those of the first element.
/// Anything unexpected is not found, and nothing is ever loaded or expanded, except for the
/// characters that every document may encode.
struct XMLText {
    private let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }

    /// The text, with its encoded characters decoded, or `nil` if it contains elements or an
    /// unknown entity.
    var text: String? {
        guard !bytes.contains(UInt8(ascii: "<")) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: "&", omittingEmptySubsequences: false)
        var text = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";"), let decoded = Self.character(part[..<end])
            else { return nil }
            text.append(decoded)
            text += part[end...].dropFirst()
        }
        return text
    }

    /// Returns the content of the first element with a name.
    func element(_ name: String) -> XMLText? { next(name, from: bytes.startIndex)?.content }

    /// Returns the contents of all elements with a name, which must not contain one another.
    func elements(_ name: String) -> [XMLText] {
        var (found, position): ([XMLText], Data.Index) = ([], bytes.startIndex)
        while let (content, end) = next(name, from: position) {
            found.append(content)
            position = end
        }
        return found
    }

    private func next(_ name: String, from start: Data.Index) -> (content: XMLText, end: Int)? {
        guard let opening = opening(name, from: start),
            let closing = range(of: "</\(name)>", from: opening)
        else { return nil }
        return (XMLText(bytes[opening..<closing.lowerBound]), closing.upperBound)
    }

    /// Returns the position after the start of an element.
    private func opening(_ name: String, from start: Data.Index) -> Data.Index? {
        var start = start
        while let found = range(of: "<\(name)", from: start),
            found.upperBound < bytes.endIndex
        {
            switch bytes[found.upperBound] {
            case UInt8(ascii: ">"): return found.upperBound + 1
            case UInt8(ascii: " "):
                // The namespace of the first element.
                return bytes[found.upperBound...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
            default: start = found.upperBound
            }
        }
        return nil
    }

    /// Returns where a mark, which begins with "<", is found first.
    ///
    /// The search of `Data` copies what it searches.
    private func range(of mark: String, from start: Data.Index) -> Range<Data.Index>? {
        let mark = Data(mark.utf8)
        var start = start
        while let found = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[found...].starts(with: mark) { return found..<found + mark.count }
            start = found + 1
        }
        return nil
    }

    private static func character(_ entity: Substring) -> Character? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#"), entity.utf8.count <= 8 else { return nil }
            let digits = entity.dropFirst()
            let value =
                digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(UnicodeScalar.init).map(Character.init)
        }
    }
}
