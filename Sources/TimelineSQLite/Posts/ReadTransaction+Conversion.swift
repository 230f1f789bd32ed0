import TimelineCore

/// Queries for unconverted photos, which earlier versions of Timeline stored as original files.
///
/// In such a photo, `byte_count` is `NULL`, or 0 if the photo could not be converted. Until a photo
/// is converted, other users receive a copy from which the metadata is stripped on reading
/// (decision 23).
extension ReadTransaction {
    /// Returns whether the blob is an unconverted photo of any post or avatar.
    ///
    /// The query makes two lookups in the indexes of blobs.
    func isUnconverted(_ blob: BlobID) throws -> Bool {
        try statement(
            """
            SELECT 1 FROM photo WHERE blob = ?1 AND ifnull(byte_count, 0) = 0 UNION ALL
            SELECT 1 FROM user WHERE avatar_blob = ?1 AND ifnull(avatar_byte_count, 0) = 0
            """
        )
        .exists(blob)
    }

    /// Returns a page of the unconverted photos, in ascending order of their blobs.
    ///
    /// When retrying, the query reads all photos, including those that could not be converted.
    /// Otherwise, it reads partial indexes, which become empty once all photos are converted. The
    /// query at each start therefore costs only two lookups.
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
