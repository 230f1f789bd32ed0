import CSQLite
import Foundation
import TimelineCore

/// A value that fills one or more consecutive parameters of a statement.
///
/// Only these conformances define how each Swift value is stored in the file, and `ResultRow` reads
/// the same formats. `Docs/Schema.md` describes the formats for other programs.
///
/// A type that fills several parameters always fills the same number, so that the positions of
/// later parameters do not depend on the value. (`Array` is an exception: callers extend it to the
/// size that the statement expects.)
protocol StatementArgument {
    /// Binds the value to the next parameters.
    ///
    /// Errors are recorded in `parameters`, which throws the first error at the end.
    ///
    /// - Parameter parameters: The parameters of a statement that is not running yet.
    func bind(to parameters: inout StatementParameters)
}

extension Int64: StatementArgument {
    func bind(to parameters: inout StatementParameters) { parameters.bind(self) }
}

extension Int: StatementArgument {
    func bind(to parameters: inout StatementParameters) { parameters.bind(Int64(self)) }
}

extension Bool: StatementArgument {
    /// Binds 0 or 1.
    func bind(to parameters: inout StatementParameters) { parameters.bind(self ? 1 : 0 as Int64) }
}

extension Double: StatementArgument {
    func bind(to parameters: inout StatementParameters) { parameters.bind(self) }
}

extension Date: StatementArgument {
    /// Binds the number of whole milliseconds since 1970.
    func bind(to parameters: inout StatementParameters) { parameters.bind(milliseconds) }
}

extension String: StatementArgument {
    func bind(to parameters: inout StatementParameters) {
        var text = self
        text.withUTF8 { parameters.bind(text: UnsafeRawBufferPointer($0)) }
    }
}

extension Data: StatementArgument {
    func bind(to parameters: inout StatementParameters) {
        withUnsafeBytes { parameters.bind(bytes: $0) }
    }
}

extension BlobID: StatementArgument {
    /// Binds the 32 bytes of the digest.
    func bind(to parameters: inout StatementParameters) {
        withUnsafeBytes { parameters.bind(bytes: $0) }
    }
}

extension PushID: StatementArgument {
    /// Binds the 15 bytes, most significant byte first.
    func bind(to parameters: inout StatementParameters) {
        // The first integer provides 8 bytes, and the second provides 7.
        let words = (high.bigEndian, (low << 8).bigEndian)
        withUnsafeBytes(of: words) { bytes in
            parameters.bind(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.byteCount)))
        }
    }
}

extension PushIdentifier: StatementArgument {
    /// Binds the 15 bytes of the push ID.
    func bind(to parameters: inout StatementParameters) { pushID.bind(to: &parameters) }
}

extension User.ID: StatementArgument {
    /// Binds the 16 bytes of the UUID.
    func bind(to parameters: inout StatementParameters) {
        withUnsafeBytes(of: uuid.uuid) { parameters.bind(bytes: $0) }
    }
}

extension Photo: StatementArgument {
    /// Binds nine parameters: the columns of ``Photo/columns(_:)``.
    func bind(to parameters: inout StatementParameters) {
        blob.bind(to: &parameters)
        mediaType.rawValue.bind(to: &parameters)
        width.bind(to: &parameters)
        height.bind(to: &parameters)
        alt.bind(to: &parameters)
        thumbHash.bind(to: &parameters)
        byteCount.bind(to: &parameters)
        (preview?.blob).bind(to: &parameters)
        (preview?.byteCount).bind(to: &parameters)
    }
}

extension Int32: StatementArgument {
    func bind(to parameters: inout StatementParameters) { parameters.bind(Int64(self)) }
}

extension Optional: StatementArgument where Wrapped: StatementArgument {
    /// Binds the value, or `NULL` for `nil`.
    func bind(to parameters: inout StatementParameters) {
        if let self { self.bind(to: &parameters) } else { parameters.bindNull() }
    }
}

extension Array: StatementArgument where Element: StatementArgument {
    /// Binds the elements to consecutive parameters.
    func bind(to parameters: inout StatementParameters) {
        for element in self { element.bind(to: &parameters) }
    }
}

extension PostRange: StatementArgument {
    /// Binds three parameters: the exclusive upper bound, the exclusive lower bound, and the
    /// maximum number of posts.
    func bind(to parameters: inout StatementParameters) {
        before.bind(to: &parameters)
        lowerBound.bind(to: &parameters)
        limit.bind(to: &parameters)
    }
}

/// Conversion of dates in private tables.
///
/// These dates are never compared with push IDs, which contain their own times.
extension Date {
    /// The number of whole milliseconds since 1970, as stored in columns.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Creates a date from a stored number of milliseconds since 1970.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

/// The parameters of a statement, which are filled in order, starting with `?1`.
///
/// Each call of a `bind` method fills the next parameter. SQLite's errors are not thrown
/// immediately. Instead, the first error is recorded and thrown by `finish()`, so that the
/// conformances to `StatementArgument` do not have to be throwing functions.
///
/// As long as they fit, text and bytes are copied into a buffer on the stack and bound as
/// `SQLITE_STATIC`, so that SQLite neither allocates nor frees memory for them. The buffer must
/// outlive the run, and the bindings must be cleared afterwards.
struct StatementParameters {
    /// The SQLite statement, with cleared bindings.
    private let statement: OpaquePointer
    /// The unused part of the buffer, which starts after the bytes already copied.
    private var buffer: UnsafeMutableRawBufferPointer
    /// The number of parameters already bound.
    private var count: Int32 = 0
    /// The first result code from SQLite that was not `SQLITE_OK`.
    private var failure: Int32?

    /// Creates the parameters of a statement, none of which are bound.
    ///
    /// - Parameters:
    ///   - statement: A statement that is not running.
    ///   - buffer: Memory that outlives the run. SQLite copies text and bytes that do not fit.
    init(of statement: OpaquePointer, copyingTo buffer: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.buffer = buffer
    }

    /// Binds `NULL`.
    mutating func bindNull() {
        count += 1
        note(sqlite3_bind_null(statement, count))
    }

    /// Binds a 64-bit integer, which SQLite stores in at most 9 bytes.
    mutating func bind(_ value: Int64) {
        count += 1
        note(sqlite3_bind_int64(statement, count, value))
    }

    /// Binds a floating-point number, which SQLite stores as `NULL` if it is NaN.
    mutating func bind(_ value: Double) {
        count += 1
        note(sqlite3_bind_double(statement, count, value))
    }

    /// Binds text in UTF-8.
    ///
    /// The bytes must be valid UTF-8, as the bytes of a Swift string are, because SQLite does not
    /// check them.
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

    /// Binds bytes, where an empty value is distinct from `NULL`.
    mutating func bind(bytes: UnsafeRawBufferPointer) {
        count += 1
        let (start, lifetime) = copy(bytes)
        note(sqlite3_bind_blob64(statement, count, start, UInt64(bytes.count), lifetime))
    }

    /// Checks that the numbers of parameters and arguments are equal.
    ///
    /// Call this method once, after all arguments and before the first step. A parameter without an
    /// argument would otherwise be `NULL` without any error.
    ///
    /// - Throws: `SQLiteError`, with `SQLITE_RANGE` if the numbers differ, or with
    ///   `SQLITE_TOOBIG` or `SQLITE_NOMEM` if SQLite could not bind a value.
    func finish() throws {
        let parameterCount = sqlite3_bind_parameter_count(statement)
        guard let code = failure ?? (count == parameterCount ? nil : SQLITE_RANGE) else { return }
        throw SQLiteError(
            code,
            DatabaseErrorText.wrongArguments(count, parameters: parameterCount),
            sql: sqlite3_sql(statement).map { String(cString: $0) }
        )
    }

    /// Records the first error, which ``finish()`` throws.
    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK, failure == nil { failure = code }
    }

    /// Copies bytes into the buffer.
    ///
    /// The copies are not aligned, because SQLite does not require alignment.
    ///
    /// - Returns: The copy with `SQLITE_STATIC`. If the bytes do not fit, returns the original with
    ///   `SQLITE_TRANSIENT`, so that SQLite copies it immediately. (Swift imports neither macro.)
    private mutating func copy(
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
