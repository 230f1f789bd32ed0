extension UserSession {
    /// Stores pictures, then says something that references them.
    ///
    /// The blobs are on disk before the record is committed, and stay reserved until then. If it
    /// is rejected, orphaned blobs are removed.
    ///
    /// - Parameters:
    ///   - sources: The pictures.
    ///   - draft: Returns the intent, given the photos.
    /// - Returns: The stamp of the record, or `nil` if `draft` returned `nil`.
    /// - Throws: Any error thrown by `draft`, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/busy`` or a storage error.
    func say(
        reading sources: [PhotoSource],
        _ draft:
            @escaping @Sendable ([Photo], any SocialReader, User.ID) throws -> Intent?
    ) async throws -> PushID? {
        try await engine
            .keeping(reading: sources, of: userID) { photos, reader, accounts in
                try drafted(reader, accounts) { try draft(photos, $0, $1) }
            }
            .first?
            .body.stamp
    }
}
