import CSQLite
import TimelineSQL

/// A run of a statement: first its arguments, then the values in its current row.
///
/// As long as they fit, text and bytes are copied into a buffer on the stack and bound as
/// `SQLITE_STATIC`, so that SQLite neither allocates nor frees memory for them. The buffer must
/// outlive the run, and the bindings must be cleared afterwards.
final class SQLiteRun: StatementParameters {
    /// The SQLite statement, with cleared bindings.
    private let statement: OpaquePointer
    /// The unused part of the buffer, which starts after the bytes already copied.
    private var buffer: UnsafeMutableRawBufferPointer
    /// The number of parameters already bound.
    private var bound: Int32 = 0
    /// The first result code from SQLite that was not `SQLITE_OK`.
    private var failure: Int32?

    /// Creates a run without arguments.
    ///
    /// - Parameters:
    ///   - statement: A statement that is not running.
    ///   - buffer: Memory that outlives the run. SQLite copies text and bytes that do not fit.
    init(of statement: OpaquePointer, copyingTo buffer: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.buffer = buffer
    }

    /// Binds `NULL`.
    func bindNull() {
        bound += 1
        note(sqlite3_bind_null(statement, bound))
    }

    /// Binds a 64-bit integer, which SQLite stores in at most 9 bytes.
    func bind(_ value: Int64) {
        bound += 1
        note(sqlite3_bind_int64(statement, bound, value))
    }

    /// Binds 0 or 1.
    func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    /// Binds a floating-point number, which SQLite stores as `NULL` if it is NaN.
    func bind(_ value: Double) {
        bound += 1
        note(sqlite3_bind_double(statement, bound, value))
    }

    /// Binds text in UTF-8.
    ///
    /// The bytes must be valid UTF-8, as the bytes of a Swift string are, because SQLite does not
    /// check them.
    func bind(text: UnsafeRawBufferPointer) {
        bound += 1
        let (start, lifetime) = copy(text)
        note(
            sqlite3_bind_text64(
                statement,
                bound,
                start?.assumingMemoryBound(to: CChar.self),
                UInt64(text.count),
                lifetime,
                UInt8(SQLITE_UTF8)
            )
        )
    }

    /// Binds bytes, where an empty value is distinct from `NULL`.
    func bind(bytes: UnsafeRawBufferPointer) {
        bound += 1
        let (start, lifetime) = copy(bytes)
        note(sqlite3_bind_blob64(statement, bound, start, UInt64(bytes.count), lifetime))
    }

    /// Checks that the numbers of parameters and arguments are equal.
    ///
    /// Call this method once, after all arguments and before the first step. A parameter without an
    /// argument would otherwise be `NULL` without any error.
    ///
    /// - Throws: `SQLiteError`, with `SQLITE_RANGE` if the numbers differ, or with
    ///   `SQLITE_TOOBIG` or `SQLITE_NOMEM` if SQLite could not bind a value.
    func requireArguments() throws {
        let parameterCount = sqlite3_bind_parameter_count(statement)
        guard let code = failure ?? (bound == parameterCount ? nil : SQLITE_RANGE) else { return }
        throw SQLiteError(
            code,
            SQLiteErrorText.wrongArguments(bound, parameters: parameterCount),
            sql: sqlite3_sql(statement).map { String(cString: $0) }
        )
    }

    /// Records the first error, which ``requireArguments()`` throws.
    private func note(_ code: Int32) {
        if code != SQLITE_OK, failure == nil { failure = code }
    }

    /// Copies bytes into the buffer.
    ///
    /// The copies are not aligned, because SQLite does not require alignment.
    ///
    /// - Returns: The copy with `SQLITE_STATIC`. If the bytes do not fit, returns the original with
    ///   `SQLITE_TRANSIENT`, so that SQLite copies it immediately. (Swift imports neither macro.)
    private func copy(
        _ source: UnsafeRawBufferPointer
    ) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
        guard source.count <= buffer.count else {
            return (source.baseAddress, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
        buffer.copyMemory(from: source)
        // Empty values also need an address, because SQLite would treat a null pointer as NULL.
        let start = buffer.baseAddress
        buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[source.count...])
        return (UnsafeRawPointer(start), nil)
    }
}

extension SQLiteRun: RowValues {
    var count: Int32 { sqlite3_column_count(statement) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func isBytes(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_BLOB }

    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return UnsafeBufferPointer(start: start, count: count)
    }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(statement, column))
        )
    }
}
