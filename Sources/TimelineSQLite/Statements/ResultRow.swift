import Foundation
import GRDBSQLite
import TimelineCore

/// The row that a running statement is on.
///
/// It is valid only inside the closure that receives it: columns are read from SQLite's memory,
/// which the next step reuses. Columns count from 0, in the order of the `SELECT`.
///
/// Reading never fails. A column with an unexpected type or length, as only damage can cause (the
/// tables are `STRICT`, and the schema checks lengths), has a neutral value instead: 0, an empty
/// text, ``PushID/min``. So a damaged row shows as a strange item, not as an error that makes a
/// whole page unreadable, and the doctor finds it.
struct ResultRow {
    /// The statement, which is on a row.
    private let statement: OpaquePointer

    /// Refers to the row that a statement is on.
    init(of statement: OpaquePointer) { self.statement = statement }

    /// Whether a column is `NULL`.
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// An integer; 0 for `NULL`.
    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// An integer; 0 for `NULL`.
    ///
    /// Counts and sizes fit on every platform with 64 bits.
    func int(_ column: Int32) -> Int { Int(int64(column)) }

    /// An integer; `nil` for `NULL`.
    func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

    /// An integer other than 0.
    func bool(_ column: Int32) -> Bool { int64(column) != 0 }

    /// A floating-point number; `nil` for `NULL`.
    func double(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, column)
    }

    /// A text; empty for `NULL`.
    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// A text; `nil` for `NULL`.
    ///
    /// Copies the bytes into a string; invalid UTF-8 becomes U+FFFD.
    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A time in whole milliseconds since 1970.
    func date(_ column: Int32) -> Date { Date(milliseconds: int64(column)) }

    /// The bytes in a column; none for `NULL`.
    ///
    /// Copies them, so the result outlives the row.
    func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// A SHA-256; `nil` unless the column has 32 bytes.
    func blobID(_ column: Int32) -> BlobID? { BlobID(buffer: bytes(column)) }

    /// A push ID; `nil` unless the column has 15 bytes, which the schema checks.
    ///
    /// Reads two big-endian integers instead of 15 bytes, without an allocation: a scan reads one
    /// ID for each post that it passes.
    func optionalPushID(_ column: Int32) -> PushID? {
        guard sqlite3_column_bytes(statement, column) == PushID.byteCount,
            let bytes = sqlite3_column_blob(statement, column)
        else { return nil }
        // The second number starts with the last byte of the first, which the push ID masks out.
        return PushID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 7, as: UInt64.self))
        )
    }

    /// A push ID; ``PushID/min`` for `NULL`.
    ///
    /// Use it for columns that are `NOT NULL`, and for aggregates such as `max(id)` that are `NULL`
    /// in an empty table.
    func pushID(_ column: Int32) -> PushID { optionalPushID(column) ?? .min }

    /// The ID of a post or comment; ``PushID/min`` for `NULL`.
    func id<Subject>(_ column: Int32) -> PushIdentifier<Subject> { PushIdentifier(pushID(column)) }

    /// A user's UUID; all zeros unless the column has 16 bytes, which the schema checks.
    func userID(_ column: Int32) -> User.ID {
        let bytes = bytes(column)
        guard bytes.count == MemoryLayout<uuid_t>.size else {
            return User.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        }
        return User.ID(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }

    /// The bytes of a column in SQLite's memory; the address is `nil` for `NULL` and for empty
    /// values.
    ///
    /// Do not let the result leave this type: the next step or a conversion of the column's type
    /// ends it.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(statement, column))
        )
    }
}
