import Foundation
import GRDB
import GRDBSQLite
import TimelineCore

/// A cached statement that is stepped without an object for each row.
///
/// It serves the statements that pages, searches, posts and batches are made of, where an object for each row and each
/// value would be much of the cost; all others go through GRDB's rows. There may be one at a time of one text.
final class HotStatement {
    private let cached: Statement
    /// Where the bytes of values lie until the statement has run.
    ///
    /// Copies of SQLite's own would cost an allocation, and two locks, for each value.
    private var bytes: UnsafeMutableRawPointer?
    private var byteCount = 0

    /// How many bytes are kept; SQLite copies what is beyond.
    private static let capacity = 4096

    init(_ sql: String, in database: Database) throws {
        cached = try database.cachedStatement(sql: sql)
        sqlite3_reset(statement)
        // What another bound, whose bytes are gone.
        sqlite3_clear_bindings(statement)
    }

    deinit { bytes?.deallocate() }

    private var statement: OpaquePointer { cached.sqliteStatement }

    // MARK: Binding

    func bind(_ value: Int64?, at index: Int32) {
        if let value {
            sqlite3_bind_int64(statement, index, value)
        } else {
            sqlite3_bind_null(statement, index)
        }
    }

    func bind(_ value: Int, at index: Int32) { bind(Int64(value), at: index) }

    func bind(_ value: Double?, at index: Int32) {
        if let value {
            sqlite3_bind_double(statement, index, value)
        } else {
            sqlite3_bind_null(statement, index)
        }
    }

    func bind(_ id: PushID, at index: Int32) {
        let words = (id.high.bigEndian, (id.low << 8).bigEndian)
        withUnsafeBytes(of: words) { bytes in
            bindBlob(UnsafeRawBufferPointer(rebasing: bytes.prefix(PushID.byteCount)), at: index)
        }
    }

    func bind(_ blob: BlobID, at index: Int32) {
        blob.withUnsafeBytes { bindBlob($0, at: index) }
    }

    func bind(_ data: Data, at index: Int32) {
        data.withUnsafeBytes { bindBlob($0, at: index) }
    }

    func bind(_ text: String?, at index: Int32) {
        guard var text else { return bind(nil as Int64?, at: index) }
        text.withUTF8 { utf8 in
            let (start, lifetime) = keep(UnsafeRawBufferPointer(utf8))
            let characters = start?.assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text(statement, index, characters, Int32(utf8.count), lifetime)
        }
    }

    /// Binds a range to the parameters 1 to 3: what is older than, what is newer than, and how many.
    func bind(_ range: PostRange) {
        bind(range.before.pushID, at: 1)
        bind(range.lowerBound.pushID, at: 2)
        bind(range.limit, at: 3)
    }

    private func bindBlob(_ blob: UnsafeRawBufferPointer, at index: Int32) {
        let (start, lifetime) = keep(blob)
        sqlite3_bind_blob(statement, index, start, Int32(blob.count), lifetime)
    }

    /// Puts bytes where they stay until the statement has run.
    ///
    /// - Returns: where they are, and SQLITE_STATIC; or where they were, and SQLITE_TRANSIENT, which lets SQLite copy
    ///   them at once. (Swift imports neither macro.)
    private func keep(
        _ source: UnsafeRawBufferPointer
    ) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
        guard source.count <= Self.capacity - byteCount else {
            return (source.baseAddress, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
        let bytes = bytes ?? .allocate(byteCount: Self.capacity, alignment: 8)
        self.bytes = bytes
        // Without an address SQLite would take what is empty for NULL.
        let start = bytes + byteCount
        if let base = source.baseAddress { start.copyMemory(from: base, byteCount: source.count) }
        byteCount += source.count
        return (UnsafeRawPointer(start), nil)
    }

    // MARK: Running

    /// Runs a statement that gives no rows.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    func run() throws -> Int {
        try forEach { _ in true }
        return Int(sqlite3_changes(sqlite3_db_handle(statement)))
    }

    /// Hands each row to `body` until that returns `false`.
    func forEach(_ body: (HotRow) throws -> Bool) throws {
        let statement = statement
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
            byteCount = 0
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard try body(HotRow(statement: statement)) else { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
                )
            }
        }
    }

    /// What `value` makes of the first row; `nil` when there is none.
    func first<Value>(_ value: (HotRow) throws -> Value) throws -> Value? {
        var first: Value?
        try forEach { row in
            first = try value(row)
            return false
        }
        return first
    }

    /// The first columns of all rows.
    func pushIDs<Subject>() throws -> [PushIdentifier<Subject>] {
        var ids: [PushIdentifier<Subject>] = []
        try forEach { row in
            ids.append(PushIdentifier(row.pushID(0)))
            return true
        }
        return ids
    }
}

/// The row that a statement stands on; it must not be kept.
struct HotRow {
    fileprivate let statement: OpaquePointer

    func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

    func int(_ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }

    func double(_ index: Int32) -> Double? {
        isNull(index) ? nil : sqlite3_column_double(statement, index)
    }

    func text(_ index: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func data(_ index: Int32) -> Data { Data(bytes(index)) }

    func blob(_ index: Int32) -> BlobID? { BlobID(buffer: bytes(index)) }

    private func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, index)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(statement, index))
        )
    }

    /// An identifier; the schema holds its length to 15 bytes.
    func pushID(_ index: Int32) -> PushID {
        guard sqlite3_column_bytes(statement, index) == PushID.byteCount,
            let bytes = sqlite3_column_blob(statement, index)
        else { return .min }
        // The second word begins with the last byte of the first, which the identifier masks out.
        return PushID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 7, as: UInt64.self))
        )
    }
}
