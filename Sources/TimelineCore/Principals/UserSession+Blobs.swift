extension UserSession {
    /// Stores pictures, then makes a change that references them.
    ///
    /// The blobs are on disk before the change is committed, and stay announced until then. If the
    /// change is rejected, orphaned blobs are removed.
    ///
    /// - Parameters:
    ///   - sources: The pictures.
    ///   - action: Returns the change, given the photos.
    /// - Returns: The stamp of the change, or `nil` if `action` returned `nil`.
    /// - Throws: Any error thrown by `action`, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/busy`` or a storage error.
    func change(
        reading sources: [PhotoSource],
        _ action:
            @escaping @Sendable ([Photo], any SocialReader, User.ID) throws -> Intent?
    ) async throws -> PushID? {
        try await engine
            .keeping(reading: sources, of: userID) { photos, reader, accounts in
                try drafted(reader, accounts) { try action(photos, $0, $1) }
            }
            .first?
            .stamp
    }
}
