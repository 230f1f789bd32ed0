public import TimelineCore

extension SQLiteRepository {
    /// Replaces photos of an earlier version; see `Repository.convert(_:)`.
    ///
    /// Runs in one transaction, and advances the epoch, so that cached users with a converted
    /// picture are read again. The files of the public copies must be in the blob store before
    /// (decision 25).
    ///
    /// - Parameter conversions: the photos with their conversions; one without a result is marked.
    /// - Throws: `TimelineError`: `storageReadOnly`, `storageBusy`, `storageTooNew` or
    ///   `storageFailed`; then nothing was replaced.
    public func convert(_ conversions: [PhotoConversion]) throws {
        try writing { database in
            let tables = SharedTables(database: database)
            let accounts = PrivateTables(database: database)
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
    /// The users that show a photo of an earlier version in a post or as their picture.
    ///
    /// They become the owners of the original.
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

    /// Replaces a photo of an earlier version; the description and the ThumbHash stay.
    ///
    /// - Parameters:
    ///   - blob: the original.
    ///   - photo: the public copy with its preview.
    /// - Throws: `DatabaseError`.
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

    /// Marks a photo of an earlier version whose metadata cannot be stripped.
    ///
    /// The mark takes it out of the index of unconverted photos, so it is not tried at every start.
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
