extension UserSession {
    /// Stores photos, then makes a change that references them.
    ///
    /// The blobs are on disk before the change commits, and stay announced until then. If the
    /// change is rejected, orphaned blobs are removed.
    ///
    /// - Returns: the stamp of the change; `nil` if `action` returned none.
    func change(
        keeping photos: [PreparedPhoto],
        _ action: @escaping @Sendable (any SocialReader, User.ID) throws -> Change.Action?
    ) async throws -> PushID? {
        try await engine.keeping(photos) { try drafted($0, $1, action) }.first?.stamp
    }
}
