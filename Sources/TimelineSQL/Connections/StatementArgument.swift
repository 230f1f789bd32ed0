package import Foundation
package import TimelineCore

/// A value that fills one or more consecutive parameters of a statement.
///
/// Only these conformances define how each Swift value is stored in the file, and `ResultRow` reads
/// the same formats. `Docs/Schema.md` describes the formats for other programs.
///
/// A type that fills several parameters always fills the same number, so that the positions of
/// later parameters do not depend on the value. (`Array` is an exception: callers extend it to the
/// size that the statement expects.)
package protocol StatementArgument {
    /// Binds the value to the next parameters.
    ///
    /// Errors are recorded in `parameters`, which throws the first error at the end.
    ///
    /// - Parameter parameters: The parameters of a statement that is not running yet.
    func bind(to parameters: any StatementParameters)
}

extension Int64: StatementArgument {
    package func bind(to parameters: any StatementParameters) { parameters.bind(self) }
}

extension Int: StatementArgument {
    package func bind(to parameters: any StatementParameters) { parameters.bind(Int64(self)) }
}

extension Bool: StatementArgument {
    package func bind(to parameters: any StatementParameters) { parameters.bind(self) }
}

extension Double: StatementArgument {
    package func bind(to parameters: any StatementParameters) { parameters.bind(self) }
}

extension Date: StatementArgument {
    /// Binds the number of whole milliseconds since 1970.
    package func bind(to parameters: any StatementParameters) { parameters.bind(milliseconds) }
}

extension String: StatementArgument {
    package func bind(to parameters: any StatementParameters) {
        var text = self
        text.withUTF8 { parameters.bind(text: UnsafeRawBufferPointer($0)) }
    }
}

extension Data: StatementArgument {
    package func bind(to parameters: any StatementParameters) {
        withUnsafeBytes { parameters.bind(bytes: $0) }
    }
}

extension BlobID: StatementArgument {
    /// Binds the 32 bytes of the digest.
    package func bind(to parameters: any StatementParameters) {
        withUnsafeBytes { parameters.bind(bytes: $0) }
    }
}

extension PushID: StatementArgument {
    /// Binds the 15 bytes, most significant byte first.
    package func bind(to parameters: any StatementParameters) {
        // The first integer provides 8 bytes, and the second provides 7.
        let words = (high.bigEndian, (low << 8).bigEndian)
        withUnsafeBytes(of: words) { bytes in
            parameters.bind(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.byteCount)))
        }
    }
}

extension PushIdentifier: StatementArgument {
    /// Binds the 15 bytes of the push ID.
    package func bind(to parameters: any StatementParameters) { pushID.bind(to: parameters) }
}

extension User.ID: StatementArgument {
    /// Binds the 16 bytes of the UUID.
    package func bind(to parameters: any StatementParameters) {
        withUnsafeBytes(of: uuid.uuid) { parameters.bind(bytes: $0) }
    }
}

extension Photo: StatementArgument {
    /// Binds nine parameters: the columns of ``Photo/columns(_:)``.
    package func bind(to parameters: any StatementParameters) {
        blob.bind(to: parameters)
        mediaType.rawValue.bind(to: parameters)
        width.bind(to: parameters)
        height.bind(to: parameters)
        alt.bind(to: parameters)
        thumbHash.bind(to: parameters)
        byteCount.bind(to: parameters)
        (preview?.blob).bind(to: parameters)
        (preview?.byteCount).bind(to: parameters)
    }
}

extension Int32: StatementArgument {
    package func bind(to parameters: any StatementParameters) { parameters.bind(Int64(self)) }
}

extension Optional: StatementArgument where Wrapped: StatementArgument {
    /// Binds the value, or `NULL` for `nil`.
    package func bind(to parameters: any StatementParameters) {
        if let self { self.bind(to: parameters) } else { parameters.bindNull() }
    }
}

extension Array: StatementArgument where Element: StatementArgument {
    /// Binds the elements to consecutive parameters.
    package func bind(to parameters: any StatementParameters) {
        for element in self { element.bind(to: parameters) }
    }
}

extension PostRange: StatementArgument {
    /// Binds three parameters: the exclusive upper bound, the exclusive lower bound, and the
    /// maximum number of posts.
    package func bind(to parameters: any StatementParameters) {
        before.bind(to: parameters)
        lowerBound.bind(to: parameters)
        limit.bind(to: parameters)
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
/// Each call fills the next parameter. Errors are not thrown immediately: the first one is recorded,
/// and thrown when the statement runs, so that the conformances to ``StatementArgument`` do not have
/// to be throwing functions.
package protocol StatementParameters: AnyObject {
    /// Binds `NULL`.
    func bindNull()
    /// Binds an integer.
    func bind(_ value: Int64)
    /// Binds a truth value.
    func bind(_ value: Bool)
    /// Binds a floating-point number.
    func bind(_ value: Double)
    /// Binds text in UTF-8, which is valid only during the call.
    func bind(text: UnsafeRawBufferPointer)
    /// Binds bytes, which are valid only during the call. An empty value is distinct from `NULL`.
    func bind(bytes: UnsafeRawBufferPointer)
}
