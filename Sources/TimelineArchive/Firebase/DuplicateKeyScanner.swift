import Foundation

/// A scanner that finds keys that occur twice at the top level of a JSON object.
///
/// A decoder would silently drop one of the two values.
struct DuplicateKeyScanner {
    private let keys: Set<String>
    private var seen: Set<String> = []
    private var depth = 0

    private init(keys: Set<String>) {
        self.keys = keys
    }

    /// Returns the first of the given keys that occurs twice at the top level.
    ///
    /// - Parameters:
    ///   - keys: The keys to check, each of which has at most 62 bytes as it appears in the JSON.
    ///   - json: JSON in UTF-8. Malformed JSON is not treated as an error.
    /// - Returns: The key, or `nil` if none of the keys occurs twice.
    static func firstDuplicate(of keys: Set<String>, in json: Data) -> String? {
        var scanner = DuplicateKeyScanner(keys: keys)
        return json.withUnsafeBytes { scanner.firstDuplicate(in: $0) }
    }

    private mutating func firstDuplicate(in bytes: UnsafeRawBufferPointer) -> String? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index
                index = Self.end(ofStringAt: start, in: bytes)
                if depth == 1, Self.isKey(endingAt: index, in: bytes),
                    let key = Self.decode(bytes[start...min(index, bytes.count - 1)]),
                    keys.contains(key), !seen.insert(key).inserted
                {
                    return key
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the index of a string's closing quotation mark, or the end of the JSON if it is
    /// missing.
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

    /// Decodes a string literal, including its quotation marks.
    private static func decode(_ literal: Slice<UnsafeRawBufferPointer>) -> String? {
        // The keys of the archive layout fit, even if every character is escaped.
        guard literal.count <= 64 else { return nil }
        let json = Data([UInt8(ascii: "[")] + literal + [UInt8(ascii: "]")])
        // `try?` is correct because a malformed literal is not a key.
        return (try? JSONDecoder().decode([String].self, from: json))?.first
    }
}
