import TimelineCore

extension User {
    /// The columns of a user, for a table or alias `u`.
    static let columns = """
        u.uuid, u.shown_name, u.display_name, u.bio, u.url, u.avatar_blob, u.avatar_media_type,
        u.avatar_width, u.avatar_height, u.avatar_alt, u.avatar_thumb_hash
        """

    /// The number of ``columns``.
    static let columnCount: Int32 = 11

    /// Reads ``columns``, the first of which is `column`.
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
    /// Reads six columns, the first of which is `column`: SHA-256, media type, width, height,
    /// description, ThumbHash.
    ///
    /// `nil` when they are `NULL`, or when a later version wrote a media type that this one does
    /// not know.
    init?(_ row: ResultRow, at column: Int32) {
        guard let type = row.optionalText(column + 1).flatMap(MediaType.init(rawValue:)),
            let blob = row.blobID(column)
        else { return nil }
        self.init(
            blob: blob,
            mediaType: type,
            width: row.int(column + 2),
            height: row.int(column + 3),
            alt: row.optionalText(column + 4),
            thumbHash: row.isNull(column + 5) ? nil : row.data(column + 5)
        )
    }
}
