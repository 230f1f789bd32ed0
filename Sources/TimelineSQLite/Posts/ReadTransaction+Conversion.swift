import TimelineCore

/// Photos of an earlier version, whose blob is the original file.
///
/// A `byte_count` of `NULL` marks a photo of an earlier version; 0 marks one that could not be
/// converted. Until a photo is converted, others receive a copy that is stripped on reading
/// (decision 23).
extension ReadTransaction {
    /// Whether any post or user shows a blob as such a photo; two look-ups of the indexes on blobs.
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
    ///
    /// The indexes are partial, and empty in a store that is converted, so the query at each start
    /// costs two look-ups.
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
