public import TimelineCore

extension SQLiteRepository {
    /// Replaces photos from earlier versions, as described in `Repository.convert(_:)`.
    ///
    /// The method runs in one transaction and advances the epoch, so that cached users with a
    /// converted avatar are read again. The files of the public copies must already be in the blob
    /// store (decision 25).
    ///
    /// - Parameter conversions: The photos with their conversions. A photo that could not be
    ///   converted is marked as unconvertible.
    /// - Throws: `TimelineError.storageReadOnly`, `storageBusy`, `storeTooNew` or `storageFailed`.
    ///   In each case, nothing is replaced.
    public func convert(_ conversions: [PhotoConversion]) throws {
        try writing { connection in
            let tables = SharedTables(connection: connection)
            let accounts = PrivateTables(connection: connection)
            for conversion in conversions {
                guard let photo = conversion.photo else {
                    try tables.markUnconvertible(conversion.original)
                    continue
                }
                if photo.blob != conversion.original {
                    for user in try tables.users(showingUnconverted: conversion.original) {
                        try accounts.setOriginal(conversion.original, of: photo.blob, by: user)
                    }
                }
                try tables.replaceUnconverted(conversion.original, by: photo)
            }
            try tables.advanceEpoch()
        }
    }
}

extension SharedTables {
    /// Returns the users with a post or avatar that uses the given unconverted photo.
    ///
    /// These users become the owners of the photo's original.
    fileprivate func users(showingUnconverted blob: BlobID) throws -> [User.ID] {
        try statement(
            """
            SELECT u.uuid FROM photo h JOIN post p ON p.id = h.post JOIN user u ON u.id = p.author
            WHERE h.blob = ?1 AND ifnull(h.byte_count, 0) = 0 UNION
            SELECT uuid FROM user WHERE avatar_blob = ?1 AND ifnull(avatar_byte_count, 0) = 0
            """
        )
        .all(blob) { $0.userID(0) }
    }

    /// Replaces a photo from an earlier version, but retains its description and its ThumbHash.
    ///
    /// - Parameters:
    ///   - blob: The original.
    ///   - photo: The public copy with its preview.
    /// - Throws: `SQLiteError`.
    fileprivate func replaceUnconverted(_ blob: BlobID, by photo: Photo) throws {
        for (table, prefix) in [("photo", ""), ("user", "avatar_")] {
            try statement(
                """
                UPDATE \(table) SET \(prefix)blob = ?2, \(prefix)media_type = ?3, \(prefix)width = ?4,
                    \(prefix)height = ?5, \(prefix)alt = ifnull(\(prefix)alt, ?6),
                    \(prefix)thumb_hash = ifnull(\(prefix)thumb_hash, ?7), \(prefix)byte_count = ?8,
                    \(prefix)preview_blob = ?9, \(prefix)preview_byte_count = ?10
                WHERE \(prefix)blob = ?1 AND ifnull(\(prefix)byte_count, 0) = 0
                """
            )
            .run(blob, photo)
        }
    }

    /// Marks a photo from an earlier version as impossible to convert.
    ///
    /// The mark removes the photo from the index of unconverted photos, so that it is not tried
    /// again at every start.
    fileprivate func markUnconvertible(_ blob: BlobID) throws {
        for (table, prefix) in [("photo", ""), ("user", "avatar_")] {
            try statement(
                """
                UPDATE \(table) SET \(prefix)byte_count = 0
                WHERE \(prefix)blob = ? AND \(prefix)byte_count IS NULL
                """
            )
            .run(blob)
        }
    }
}
