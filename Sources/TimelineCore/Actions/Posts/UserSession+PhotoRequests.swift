extension UserSession {
    /// The minimum time between two requests for the same photo: an hour, in milliseconds.
    private static let requestInterval: UInt64 = 3_600_000

    /// Requests the full-size files of photos that are not on this device, for example because of a
    /// limit for pictures by others.
    ///
    /// The next sync with a device that has them fetches them, even beyond the limit, and then
    /// removes older pictures instead. Photos that are already on this device are ignored.
    ///
    /// - Parameter photos: The photos of posts that the user has opened.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func requestMissing(_ photos: [Photo]) async throws {
        let now = engine.environment.now().millisecondsSince1970
        let blobs = photos.map(\.blob)
        let missing = try await read { [engine] _, accounts, _ in
            try blobs.filter { blob in
                guard try !engine.blobs.contains(blob), try accounts.isAwaited(blob) else {
                    return false
                }
                let request = try accounts.time(of: .requested, on: blob)
                return request.map { $0 + Self.requestInterval <= now } ?? true
            }
        }
        guard !missing.isEmpty else { return }
        try await writeAccounts { accounts, _ in
            for blob in missing { try accounts.setTime(now, of: .requested, on: blob) }
        }
    }
}
