/// A parser of one JSON value (RFC 8259).
///
/// Other services write JSON that is not quite valid, so the parser is lenient: lone surrogates,
/// which some services write for emoji that they cut in half, become U+FFFD, and the last of
/// several equal keys wins.
///
/// For Timeline archives, the parser is strict, so that hostile lines are never ambiguous: it
/// rejects duplicate keys, lone surrogates, control characters in strings, white space that JSON
/// does not allow, and numbers other than 64-bit integers in their shortest form.
struct JSONParser {
    let bytes: [UInt8]
    private let isStrict: Bool
    private var index = 0

    /// The maximum depth of arrays and objects.
    private var depthLimit: Int { isStrict ? 12 : 100 }

    init(bytes: [UInt8], isStrict: Bool = false) {
        self.bytes = bytes
        self.isStrict = isStrict
    }

    /// Parses the whole input.
    mutating func document() throws(EntryError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw .notJSON }
        return value
    }

    private mutating func value(depth: Int) throws(EntryError) -> JSONValue {
        guard depth <= depthLimit else { throw .notJSON }
        skipSpace()
        switch peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", as: .bool(true))
        case UInt8(ascii: "f"): return try literal("false", as: .bool(false))
        case UInt8(ascii: "n"): return try literal("null", as: .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(EntryError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        index += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw .notJSON }
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .notJSON }
            let former = members.updateValue(try value(depth: depth + 1), forKey: key)
            guard former == nil || !isStrict else { throw .notJSON }
            skipSpace()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw .notJSON }
        }
    }

    private mutating func array(depth: Int) throws(EntryError) -> [JSONValue] {
        var elements: [JSONValue] = []
        index += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw .notJSON }
        }
    }

    // MARK: Scalars

    private mutating func literal(
        _ text: StaticString,
        as value: JSONValue
    ) throws(EntryError) -> JSONValue {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count,
            bytes[index..<index + count]
                .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
        else { throw .notJSON }
        index += count
        return value
    }

    private mutating func number() throws(EntryError) -> JSONValue {
        let start = index
        while let byte = peek(), (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard !isStrict else {
            guard let integer = Int64(text), String(integer) == text else { throw .notJSON }
            return .integer(integer)
        }
        guard let first = text.utf8.first,
            first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let number = Double(text), number.isFinite
        else { throw .notJSON }
        return .number(number)
    }

    private mutating func string() throws(EntryError) -> String {
        var text: [UInt8] = []
        index += 1
        while true {
            guard let byte = peek() else { throw .notJSON }
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw .notUTF8 }
                return string
            case UInt8(ascii: "\\"): text += try escape()
            case ..<0x20 where isStrict: throw .notJSON
            default: text.append(byte)
            }
        }
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(EntryError) -> [UInt8] {
        guard let byte = peek() else { throw .notJSON }
        index += 1
        switch byte {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw .notJSON
        }
    }

    /// Reads the digits of a code unit and, if it is the first of a surrogate pair, also the
    /// second.
    private mutating func scalar() throws(EntryError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let start = index
        if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try codeUnit()
            if (0xDC00...0xDFFF).contains(second),
                let pair = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return pair
            }
        }
        index = start
        guard !isStrict else { throw .notJSON }
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(EntryError) -> UInt32 {
        guard bytes.count - index >= 4 else { throw .notJSON }
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            throw .notJSON
        }
        index += 4
        return value
    }

    // MARK: Bytes

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), isSpace(byte) { index += 1 }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: true
        case 0x0B, 0x0C: !isStrict
        default: false
        }
    }
}
