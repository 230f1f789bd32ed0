package import Foundation
package import TimelineCore

/// The current row of a running statement.
///
/// A row is valid only inside the closure that receives it, because its columns are read from
/// memory that the database reuses for the next row. Columns are numbered from 0, in the order of the
/// `SELECT`.
///
/// Reading never fails. If a column has an unexpected type or length, the result is a neutral
/// value: 0, an empty string or ``PushID/min``. This happens only if the file is damaged, because
/// the tables are `STRICT` and the schema checks lengths. A damaged row therefore appears as an odd
/// item and does not make a whole page unreadable, and the doctor finds it.
package struct ResultRow {
    /// The values of the row.
    private let values: any RowValues

    /// Creates a reference to the current row of a running statement.
    package init(_ values: any RowValues) { self.values = values }

    /// The number of columns.
    package var count: Int32 { values.count }

    /// Returns whether a column is `NULL`.
    package func isNull(_ column: Int32) -> Bool { values.isNull(column) }

    /// Returns an integer, or 0 for `NULL`.
    package func int64(_ column: Int32) -> Int64 { values.int64(column) }

    /// Returns an integer, or 0 for `NULL`.
    ///
    /// Counts and sizes fit into an `Int` on every 64-bit platform.
    package func int(_ column: Int32) -> Int { Int(int64(column)) }

    /// Returns an integer, or `nil` for `NULL`.
    package func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

    /// Returns whether an integer differs from 0.
    package func bool(_ column: Int32) -> Bool { int64(column) != 0 }

    /// Returns a floating-point number, or `nil` for `NULL`.
    package func double(_ column: Int32) -> Double? {
        isNull(column) ? nil : values.double(column)
    }

    /// Returns a text, or an empty string for `NULL`.
    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// Returns a text, or `nil` for `NULL`.
    ///
    /// The bytes are copied into a string, in which U+FFFD replaces invalid UTF-8.
    package func optionalText(_ column: Int32) -> String? {
        values.text(column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a date that is stored in whole milliseconds since 1970.
    package func date(_ column: Int32) -> Date { Date(milliseconds: int64(column)) }

    /// Returns the bytes in a column, or no bytes for `NULL`.
    ///
    /// The bytes are copied, so the result remains valid after the row.
    package func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// Returns a blob ID, or `nil` unless the column contains 32 bytes.
    package func blobID(_ column: Int32) -> BlobID? { BlobID(buffer: bytes(column)) }

    /// Returns a push ID, or `nil` unless the column contains 15 bytes, which the schema checks.
    ///
    /// This method reads two big-endian integers instead of 15 bytes and allocates nothing, because
    /// a scan reads one ID for each post.
    package func optionalPushID(_ column: Int32) -> PushID? {
        let bytes = values.bytes(column)
        guard bytes.count == PushID.byteCount else { return nil }
        // The second integer starts with the last byte of the first integer, and the push ID
        // ignores it.
        return PushID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 7, as: UInt64.self))
        )
    }

    /// Returns a push ID, or ``PushID/min`` for `NULL`.
    ///
    /// Use this method for columns that are `NOT NULL`, and for aggregates such as `max(id)`, which
    /// are `NULL` if the table is empty.
    package func pushID(_ column: Int32) -> PushID { optionalPushID(column) ?? .min }

    /// Returns the ID of a post or comment, or ``PushID/min`` for `NULL`.
    package func id<Subject>(_ column: Int32) -> PushIdentifier<Subject> {
        PushIdentifier(pushID(column))
    }

    /// Returns a user's UUID, which is all zeros unless the column contains 16 bytes.
    ///
    /// The schema checks the number of bytes.
    package func userID(_ column: Int32) -> User.ID {
        let bytes = bytes(column)
        guard bytes.count == MemoryLayout<uuid_t>.size else {
            return User.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        }
        return User.ID(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }

    /// Hashes the bytes of a column without copying them.
    package func hash(_ column: Int32, into hasher: inout Hasher) {
        hasher.combine(bytes: bytes(column))
    }

    /// Returns the value of a column in the form in which messages show it, or `nil` for `NULL`.
    ///
    /// IDs appear in their text form, and other bytes in hexadecimal.
    package func shown(_ column: Int32) -> String? {
        guard values.isBytes(column) else { return optionalText(column) }
        switch bytes(column).count {
        case PushID.byteCount: return pushID(column).description
        case MemoryLayout<uuid_t>.size: return userID(column).description
        default: return bytes(column).hexadecimal
        }
    }

    /// Fills the next parameter of another statement with the value of a column, without decoding it.
    func bind(_ column: Int32, as type: ColumnType, to parameters: any StatementParameters) {
        guard !isNull(column) else { return parameters.bindNull() }
        switch type {
        case .integer: parameters.bind(values.int64(column))
        case .truth: parameters.bind(values.int64(column) != 0)
        case .text:
            values.text(column).map { parameters.bind(text: UnsafeRawBufferPointer($0)) }
        case .bytes: parameters.bind(bytes: values.bytes(column))
        }
    }

    /// Returns the bytes of a column in the database's memory, which are empty for `NULL`.
    ///
    /// Do not use the result outside this type. It becomes invalid with the next row or when the
    /// column's type is converted.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer { values.bytes(column) }
}

extension User {
    /// The columns of a user, for a table or alias `u`.
    ///
    /// The initializer below depends on the order, so change both together. The username is the
    /// displayed username, which has a suffix if another user has an older claim.
    static let columns = """
        u.uuid, u.shown_name, u.display_name, u.bio, u.url, \(Photo.columns("u.avatar_"))
        """

    /// The number of columns in ``columns``.
    ///
    /// If a query has further columns, they start at this index.
    static let columnCount = 5 + Photo.columnCount

    /// Creates a user from ``columns``, which start at the index `column`.
    ///
    /// The user must have a profile, because the username would otherwise be empty. Queries
    /// therefore contain the condition `username IS NOT NULL` or refer to users that must have a
    /// profile.
    init(_ row: ResultRow, at column: Int32 = 0) {
        self.init(
            id: row.userID(column),
            username: row.text(column + 1),
            displayName: row.optionalText(column + 2),
            bio: row.optionalText(column + 3),
            url: row.optionalText(column + 4),
            avatar: Photo(row, at: column + 5)
        )
    }
}

extension Photo {
    /// Returns the columns of a photo with the given prefix, such as `h.` or `u.avatar_`.
    ///
    /// The same nine columns exist in `photo` and, with the prefix `avatar_`, in `user`. To write
    /// them, pass a `Photo` as an argument, which fills nine parameters in this order.
    static func columns(_ prefix: String) -> String {
        [
            "blob", "media_type", "width", "height", "alt", "thumb_hash", "byte_count",
            "preview_blob", "preview_byte_count",
        ]
        .map { prefix + $0 }.joined(separator: ", ")
    }

    /// The number of columns in ``columns(_:)``.
    static let columnCount: Int32 = 9

    /// Creates a photo from ``columns(_:)``, which start at the index `column`.
    ///
    /// Returns `nil` if the columns are `NULL` or if a later version wrote a media type that this
    /// version does not support.
    init?(_ row: ResultRow, at column: Int32) {
        guard let type = row.optionalText(column + 1).flatMap(MediaType.init(rawValue:)),
            let blob = row.blobID(column)
        else { return nil }
        self.init(
            blob: blob,
            byteCount: row.int(column + 6),
            mediaType: type,
            width: row.int(column + 2),
            height: row.int(column + 3),
            alt: row.optionalText(column + 4),
            thumbHash: row.isNull(column + 5) ? nil : row.data(column + 5),
            preview: row.blobID(column + 7)
                .map {
                    Photo.Preview(blob: $0, byteCount: row.int(column + 8))
                }
        )
    }
}
