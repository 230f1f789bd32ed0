/// A strict parser of JSON without fractions.
///
/// It rejects objects with equal keys, invalid UTF-8, numbers with fractions or beyond 64 bits, and
/// values that are nested too deeply, so hostile lines cannot mean two things.
struct ArchiveValueParser {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// The maximum nesting depth, which records do not reach.
    private static let depthLimit = 12

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the value of a text, or `nil` if the text is malformed.
    static func value(of bytes: ArraySlice<UInt8>) -> ArchiveValue? {
        var parser = ArchiveValueParser(bytes)
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipSpace()
        return parser.index == bytes.endIndex ? value : nil
    }

    private var byte: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func take(_ expected: UInt8) -> Bool {
        skipSpace()
        guard byte == expected else { return false }
        index += 1
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        if isNext { index += word.utf8CodeUnitCount }
        return isNext
    }

    private mutating func value(depth: Int) -> ArchiveValue? {
        skipSpace()
        guard depth <= Self.depthLimit, let byte else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .text($0) }
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> ArchiveValue? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var members: [String: ArchiveValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard let key = string(), take(UInt8(ascii: ":")), let value = value(depth: depth + 1),
                members.updateValue(value, forKey: key) == nil
            else { return nil }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> ArchiveValue? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var values: [ArchiveValue] = []
        if take(UInt8(ascii: "]")) { return .array(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(values) : nil
    }

    private mutating func number() -> ArchiveValue? {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let integer = Int64(text), String(integer) == text else { return nil }
        return .integer(integer)
    }

    // MARK: Strings

    private mutating func string() -> String? {
        guard byte == UInt8(ascii: "\"") else { return nil }
        index += 1
        var text: [UInt8] = []
        while let byte {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += String(scalar).utf8
            case ..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return codePoint()
        default: return nil
        }
    }

    private mutating func codePoint() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard take("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard bytes.endIndex - index >= 4 else { return nil }
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        index += 4
        return UInt32(digits, radix: 16)
    }
}
