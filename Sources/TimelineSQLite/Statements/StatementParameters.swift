import GRDB
import GRDBSQLite

/// Binds arguments to a statement's parameters, from `?1` upward.
///
/// Each call of a `bind` method fills the next parameter. SQLite's results are not thrown one by
/// one: the first error is noted, and `finish()` throws it, which spares the conformances of
/// `StatementArgument` from being throwing functions.
///
/// Text and bytes are copied into a buffer on the stack as long as it has room, and bound as
/// `SQLITE_STATIC`, so SQLite neither allocates nor frees memory for them. The buffer must outlive
/// the run, and the bindings be cleared after it.
struct StatementParameters {
    /// SQLite's statement, with cleared bindings.
    private let statement: OpaquePointer
    /// The rest of the buffer.
    ///
    /// Shrinks from its start with each copy.
    private var buffer: UnsafeMutableRawBufferPointer
    /// The number of parameters bound so far.
    private var count: Int32 = 0
    /// The first result of SQLite that was not `SQLITE_OK`.
    private var failure: Int32?

    /// Starts at the first parameter.
    ///
    /// - Parameters:
    ///   - statement: a statement that is not running.
    ///   - buffer: memory that outlives the run. Text and bytes that do not fit are copied by
    ///     SQLite.
    init(of statement: OpaquePointer, copyingTo buffer: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.buffer = buffer
    }

    /// Binds `NULL`.
    mutating func bindNull() {
        count += 1
        note(sqlite3_bind_null(statement, count))
    }

    /// Binds an integer of 64 bits, which SQLite stores in 1 to 9 bytes.
    mutating func bind(_ value: Int64) {
        count += 1
        note(sqlite3_bind_int64(statement, count, value))
    }

    /// Binds a floating-point number; SQLite stores NaN as `NULL`.
    mutating func bind(_ value: Double) {
        count += 1
        note(sqlite3_bind_double(statement, count, value))
    }

    /// Binds text in UTF-8.
    ///
    /// The bytes must be valid UTF-8, as those of a Swift string are; SQLite does not check them.
    mutating func bind(text: UnsafeRawBufferPointer) {
        count += 1
        let (start, lifetime) = copy(text)
        note(
            sqlite3_bind_text64(
                statement,
                count,
                start?.assumingMemoryBound(to: CChar.self),
                UInt64(text.count),
                lifetime,
                UInt8(SQLITE_UTF8)
            )
        )
    }

    /// Binds bytes; empty ones stay different from `NULL`.
    mutating func bind(bytes: UnsafeRawBufferPointer) {
        count += 1
        let (start, lifetime) = copy(bytes)
        note(sqlite3_bind_blob64(statement, count, start, UInt64(bytes.count), lifetime))
    }

    /// Checks that every parameter has an argument, and every argument a parameter.
    ///
    /// Call it once, after all arguments and before the first step. A parameter without an argument
    /// would silently be `NULL`.
    ///
    /// - Throws: `DatabaseError`: `SQLITE_RANGE` when there are more or fewer; `SQLITE_TOOBIG` and
    ///   `SQLITE_NOMEM` for values that SQLite could not take.
    func finish() throws {
        let parameterCount = sqlite3_bind_parameter_count(statement)
        guard let code = failure ?? (count == parameterCount ? nil : SQLITE_RANGE) else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: FaultText.wrongArguments(count, parameters: parameterCount),
            sql: sqlite3_sql(statement).map { String(cString: $0) }
        )
    }

    /// Keeps the first error, which ``finish()`` throws.
    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK, failure == nil { failure = code }
    }

    /// Copies bytes into the buffer.
    ///
    /// The addresses are not aligned, which SQLite does not need.
    ///
    /// - Returns: the copy with `SQLITE_STATIC`; or, when it does not fit, the original with
    ///   `SQLITE_TRANSIENT`, which makes SQLite copy it at once. (Swift imports neither macro.)
    private mutating func copy(
        _ source: UnsafeRawBufferPointer
    ) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
        guard source.count <= buffer.count else {
            return (source.baseAddress, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
        buffer.copyMemory(from: source)
        // Empty values get an address too; SQLite would take a null pointer for NULL.
        let start = buffer.baseAddress
        buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[source.count...])
        return (UnsafeRawPointer(start), nil)
    }
}
