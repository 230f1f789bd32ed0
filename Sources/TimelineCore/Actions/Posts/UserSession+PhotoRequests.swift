extension UserSession {
    /// The time in which a photo is requested only once, in milliseconds: an hour.
    private static let requestInterval: UInt64 = 3_600_000

    /// Requests the full-size files of photos that are not on this device, for example because of a
    /// limit for the pictures of others.
    ///
    /// The next sync with a device that has them fetches them, even beyond the limit, which then
    /// removes older pictures. Does nothing for photos that are here.
    ///
    /// - Parameter photos: The photos of posts that the user has opened.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func requestMissing(_ photos: [Photo]) async throws {
        let now = engine.environment.now().millisecondsSince1970
        let blobs = photos.map(\.blob)
        let missing = try await readAccounts { [engine] _, accounts, _ in
            try blobs.filter { blob in
                guard try !engine.blobs.contains(blob), try accounts.isAwaited(blob) else {
                    return false
                }
                let request = try accounts.photoRequest(for: blob)
                return request.map { $0.milliseconds + Self.requestInterval <= now } ?? true
            }
        }
        guard !missing.isEmpty else { return }
        try await writeAccounts { accounts, _ in
            for blob in missing {
                try accounts.setPhotoRequest(PhotoRequest(milliseconds: now), for: blob)
            }
        }
    }
}
