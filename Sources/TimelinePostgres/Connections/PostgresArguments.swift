#if Cluster
import CLibPQ
import TimelineSQL

/// The arguments of one run of a statement.
///
/// Bytes are sent as they are, and other values in PostgreSQL's text form, which fits any type that a
/// statement expects. No text contains a null character.
final class PostgresArguments: StatementParameters {
    /// The values, one after the other.
    ///
    /// Those in text form end with a zero byte.
    private var bytes: [UInt8] = []
    /// The position of each value, or `nil` for `NULL`.
    private var values: [(start: Int, length: Int32, isBinary: Bool)?] = []

    /// The number of arguments.
    var count: Int { values.count }

    /// Bytes that are the same for the same arguments only.
    var identity: [UInt8] {
        var identity = bytes
        for value in values {
            let parts: [Int] =
                value.map { [$0.start, Int($0.length), $0.isBinary ? 1 : 0] } ?? [-1]
            for part in parts { withUnsafeBytes(of: part) { identity += $0 } }
        }
        return identity
    }

    func bindNull() { values.append(nil) }

    func bind(_ value: Int64) { append("\(value)") }

    func bind(_ value: Bool) { append(value ? "t" : "f") }

    func bind(_ value: Double) { append("\(value)") }

    func bind(text: UnsafeRawBufferPointer) {
        values.append((bytes.count, 0, false))
        bytes += text
        bytes.append(0)
    }

    func bind(bytes value: UnsafeRawBufferPointer) {
        values.append((bytes.count, Int32(clamping: value.count), true))
        bytes += value
        // Empty values also need an address.
        bytes.append(0)
    }

    private func append(_ text: String) {
        values.append((bytes.count, 0, false))
        bytes += text.utf8
        bytes.append(0)
    }

    /// Calls `body` with the values, their lengths and their formats, as libpq takes them.
    func withValues<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { bytes in
            let addresses = values.map { value in
                value.flatMap { bytes.baseAddress?.advanced(by: $0.start) }?
                    .assumingMemoryBound(to: CChar.self)
            }
            let lengths = values.map { $0?.length ?? 0 }
            let formats: [Int32] = values.map { $0?.isBinary == true ? 1 : 0 }
            return body(Int32(values.count), addresses, lengths, formats)
        }
    }
}

/// The rows of a result in binary form, and the current one of them.
final class PostgresRows: RowValues {
    private let result: OpaquePointer
    private var isOwned = true
    /// The index of the current row.
    var row: Int32 = 0
    /// The text form of a number.
    private var number: [UInt8] = []

    /// Takes over a result.
    init(_ result: OpaquePointer) { self.result = result }

    /// Reads a result that exists for longer.
    init(borrowing result: OpaquePointer) {
        self.result = result
        isOwned = false
    }

    deinit { if isOwned { PQclear(result) } }

    /// Gives the result away, and returns its address.
    func release() -> UInt {
        isOwned = false
        return UInt(bitPattern: result)
    }

    /// The number of rows.
    var rowCount: Int32 { PQntuples(result) }

    /// The number of rows that the statement inserted, updated or deleted.
    var changeCount: Int {
        PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    var count: Int32 { PQnfields(result) }

    func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) != 0 }

    func isBytes(_ column: Int32) -> Bool { PQftype(result, column) == PostgresType.bytes }

    func int64(_ column: Int32) -> Int64 {
        let bytes = bytes(column)
        switch PQftype(result, column) {
        case PostgresType.numeric: return Self.integer(numeric: bytes)
        case PostgresType.double: return Int64(double(column))
        default: break
        }
        switch bytes.count {
        case 1: return Int64(bytes[0])
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: return 0
        }
    }

    func double(_ column: Int32) -> Double {
        let bytes = bytes(column)
        guard PQftype(result, column) == PostgresType.double, bytes.count == 8 else {
            return Double(int64(column))
        }
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    func text(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard !isNull(column) else { return nil }
        switch PQftype(result, column) {
        case PostgresType.bool, PostgresType.int2, PostgresType.int4, PostgresType.int8,
            PostgresType.numeric:
            number = Array("\(int64(column))".utf8)
            return number.withUnsafeBufferPointer { $0 }
        default: return bytes(column).bindMemory(to: UInt8.self)
        }
    }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        guard !isNull(column), let start = PQgetvalue(result, row, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    }

    /// Reads an integer of the type that sums have: groups of four decimal digits.
    private static func integer(numeric bytes: UnsafeRawBufferPointer) -> Int64 {
        func word(_ index: Int) -> Int64 {
            guard bytes.count >= 2 * index + 2 else { return 0 }
            let word = bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self)
            return Int64(Int16(bigEndian: word))
        }
        let (count, weight) = (Int(word(0)), Int(word(1)))
        guard weight >= 0, weight < 5 else { return 0 }
        let value = (0...weight)
            .reduce(0 as Int64) { value, group in
                value &* 10_000 &+ (group < count ? word(4 + group) : 0)
            }
        return word(2) == 0 ? value : -value
    }
}

/// The types of columns (PostgreSQL's catalog `pg_type`).
enum PostgresType {
    static let bool: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let double: Oid = 701
    static let numeric: Oid = 1700
}
#endif
