extension UserSession {
    /// Stores photos, then makes a change that references them.
    ///
    /// The blobs are on disk before the change is committed, and stay announced until then. If the
    /// change is rejected, orphaned blobs are removed.
    ///
    /// - Returns: The stamp of the change, or `nil` if `action` returned `nil`.
    func change(
        keeping photos: [PreparedPhoto],
        _ action: @escaping @Sendable (any SocialReader, User.ID) throws -> Change.Action?
    ) async throws -> PushID? {
        try await engine.keeping(photos) { try drafted($0, $1, action) }.first?.stamp
    }
}
