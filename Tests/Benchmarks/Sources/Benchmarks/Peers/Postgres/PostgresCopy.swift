import Foundation
import GRDB

/// Rows in the binary format of PostgreSQL's COPY, with 8-byte integers.
struct PostgresCopy {
    private(set) var bytes: [UInt8] = []

    /// The header, which consists of the signature and empty fields for flags and extensions.
    static let header = PostgresCopy(bytes: Array("PGCOPY\n".utf8) + [0xff, 13, 10, 0] + zeros(8))
    /// The trailer that follows the last row.
    static let trailer = PostgresCopy(bytes: [0xff, 0xff])

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Appends a row.
    mutating func add(_ row: Row) {
        append(Int16(row.count))
        for value in row.databaseValues { add(value) }
    }

    private mutating func add(_ value: DatabaseValue) {
        switch value.storage {
        case .null: append(Int32(-1))
        case .int64(let number):
            append(Int32(8))
            append(number)
        case .double(let number):
            append(Int32(8))
            append(number.bitPattern)
        case .string(let text):
            append(Int32(text.utf8.count))
            bytes += text.utf8
        case .blob(let data):
            append(Int32(data.count))
            bytes += data
        }
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}
