import TimelineCore

/// A `byte_count` of `NULL` marks a photo of an earlier version; 0 marks one that could not be
/// converted.
extension ReadTransaction {
    func isUnconverted(_ blob: BlobID) throws -> Bool {
        try statement(
            """
            SELECT 1 FROM photo WHERE blob = ?1 AND ifnull(byte_count, 0) = 0 UNION ALL
            SELECT 1 FROM user WHERE avatar_blob = ?1 AND ifnull(avatar_byte_count, 0) = 0
            """
        )
        .exists(blob)
    }

    /// Reads the indexes of unconverted photos, or all photos when retrying.
    func unconvertedPhotos(
        after lowerBound: BlobID?,
        limit: Int,
        retrying isRetrying: Bool
    ) throws -> [BlobID] {
        let isUnconverted = { (column: String) in
            isRetrying ? "ifnull(\(column), 0) = 0" : "\(column) IS NULL"
        }
        return try statement(
            """
            SELECT blob FROM photo WHERE \(isUnconverted("byte_count")) AND (?1 IS NULL OR blob > ?1)
            UNION
            SELECT avatar_blob FROM user
            WHERE avatar_blob IS NOT NULL AND \(isUnconverted("avatar_byte_count"))
                AND (?1 IS NULL OR avatar_blob > ?1)
            ORDER BY 1 LIMIT ?2
            """
        )
        .all(lowerBound, max(0, limit)) { $0.blobID(0) }
        .compactMap(\.self)
    }
}
