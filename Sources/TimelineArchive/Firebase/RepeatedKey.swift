import Foundation

/// Finds keys that a JSON object has twice at its top level, of which a decoder would silently drop one.
struct RepeatedKey {
    private var depth = 0
    private var found: Set<String> = []

    /// The first key that the object in a JSON text repeats; `nil` when it repeats none, or the text is not JSON in
    /// UTF-8.
    static func first(in json: Data, of keys: Set<String>) -> String? {
        var search = RepeatedKey()
        return json.withUnsafeBytes { search.first(in: $0, of: keys) }
    }

    private mutating func first(in bytes: UnsafeRawBufferPointer, of keys: Set<String>) -> String? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index
                index = Self.end(ofStringAt: start, in: bytes)
                if depth == 1, Self.isKey(endingAt: index, in: bytes),
                    let key = Self.text(bytes[start...min(index, bytes.count - 1)]),
                    keys.contains(key), !found.insert(key).inserted
                {
                    return key
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The position of the quotation mark that ends a string; the end of the text when none does.
    private static func end(ofStringAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private static func isKey(endingAt end: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let next = bytes.dropFirst(end + 1).first { !" \t\r\n".utf8.contains($0) }
        return next == UInt8(ascii: ":")
    }

    /// The text of a string with its quotation marks.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String? {
        // A key of the archive's layout needs few bytes, escaped or not.
        guard bytes.count <= 64 else { return nil }
        let json = Data([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])
        // What is not JSON is no key.
        return (try? JSONDecoder().decode([String].self, from: json))?.first
    }
}
