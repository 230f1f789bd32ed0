import TimelineCore

/// A value of a record's body, which tests change without regard for the rules of records.
indirect enum CBORValue: Hashable {
    case unsigned(UInt64)
    /// The negative number -1 - `argument`.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case null

    /// Reads a valid value, and removes it from the bytes.
    init(_ bytes: inout ArraySlice<UInt8>) {
        let initial = bytes.popFirst() ?? 0xF6
        guard initial != 0xF6 else {
            self = .null
            return
        }
        let extra = max(0, Int(initial & 0x1F) - 23)
        var argument = UInt64(initial & 0x1F)
        if extra > 0 {
            let count = 1 << (extra - 1)
            argument = bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
            bytes = bytes.dropFirst(count)
        }
        let count = Int(argument & 0xFFFF_FFFF)
        switch initial >> 5 {
        case 0: self = .unsigned(argument)
        case 1: self = .negative(argument)
        case 2, 3:
            let content = bytes.prefix(count)
            bytes = bytes.dropFirst(count)
            self =
                initial >> 5 == 2
                ? .bytes(Array(content)) : .text(String(decoding: content, as: UTF8.self))
        default:
            var values: [CBORValue] = []
            for _ in 0..<count { values.append(CBORValue(&bytes)) }
            self = .array(values)
        }
    }

    /// The deterministic encoding of the value.
    var encoded: [UInt8] {
        switch self {
        case .unsigned(let number): Self.head(0, number)
        case .negative(let argument): Self.head(1, argument)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values):
            values.reduce(into: Self.head(4, UInt64(values.count))) { $0 += $1.encoded }
        case .null: [0xF6]
        }
    }

    private static func head(_ type: UInt8, _ argument: UInt64) -> [UInt8] {
        let widths: [(limit: UInt64, code: UInt8, count: Int)] = [
            (0xFF, 24, 1), (0xFFFF, 25, 2), (0xFFFF_FFFF, 26, 4), (.max, 27, 8),
        ]
        guard argument >= 24, let width = widths.first(where: { argument <= $0.limit }) else {
            return [type << 5 | UInt8(argument)]
        }
        let bytes = (0..<width.count).reversed()
            .map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * $0)) }
        return [type << 5 | width.code] + bytes
    }

    /// Returns all values in which one part of this value, at any depth, is replaced by an odd one.
    ///
    /// - Parameter ids: Byte strings that replace others of the same length.
    /// - Returns: The changed values.
    func changed(using ids: [[UInt8]]) -> [CBORValue] {
        var values = replacements(using: ids)
        guard case .array(let elements) = self else { return values }
        for index in elements.indices {
            for element in elements[index].changed(using: ids) {
                var changed = elements
                changed[index] = element
                values.append(.array(changed))
            }
        }
        return values
    }

    private func replacements(using ids: [[UInt8]]) -> [CBORValue] {
        switch self {
        case .unsigned(let number):
            let numbers: [UInt64] = [
                0, 1, 2, number &+ 1, number &- 1, 255, 256, 64 << 20, 250_000_000, 900_000_000,
                1_800_000_000, 1 << 31, 1 << 32, 1 << 48 - 1, 1 << 63 - 1, 1 << 63, .max,
            ]
            return numbers.map { .unsigned($0) } + [.negative(0), .null, .text(""), .bytes([])]
        case .negative(let argument):
            let arguments: [UInt64] = [
                0, argument &+ 1, 899_999_999, 1_799_999_999, 1 << 31 - 1, 1 << 31, .max,
            ]
            return arguments.map { .negative($0) } + [.unsigned(0), .null]
        case .bytes(let bytes):
            let others = ids.filter { $0.count == bytes.count && $0 != bytes }
            let zeros = [UInt8](repeating: 0, count: bytes.count)
            let changed: [[UInt8]] = [
                [], bytes.dropLast(), bytes + [0], zeros, zeros.map { _ in 0xFF }, bytes.reversed(),
            ]
            return (changed + others).map { .bytes($0) } + [.null, .text("x"), .array([])]
        case .text(let text):
            let texts = [
                "", " ", "\0", "a\0b", "\u{202E}a\u{1B}[31m\u{7F}", "e\u{301}\u{301}", "\u{301}",
                "#tag #TAG @ana @mallory https://example.org", "'; DROP TABLE post; --", "\u{FFFF}",
                text + text, String(repeating: "ü", count: 30), String(repeating: "a", count: 2200),
                String(repeating: "#a ", count: 2000), String(repeating: "a", count: 100_000),
            ]
            return texts.map { .text($0) } + [.null, .unsigned(0), .bytes(Array(text.utf8))]
        case .array(let values):
            let arrays: [[CBORValue]] = [
                [], values.dropLast(), values + [.null], values.reversed(), [self],
                values.flatMap { [$0, $0] }, Array(repeating: .array([.array([])]), count: 3),
                values.first.map { Array(repeating: $0, count: 10) } ?? [],
            ]
            return arrays.map { .array($0) } + [.null]
        case .null:
            let values: [CBORValue] = [.unsigned(0), .text("x"), .text(""), .bytes([]), .array([])]
            return values + ids.map { .bytes($0) }
        }
    }
}
