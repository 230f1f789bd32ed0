import TimelineCore

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
