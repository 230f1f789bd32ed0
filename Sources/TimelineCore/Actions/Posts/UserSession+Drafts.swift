extension UserSession {
    /// Returns the posts and edits of this device that became void when its key was revoked, newest
    /// post first.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func drafts() async throws -> [PostDraft] {
        try await read { social, accounts, user in try accounts.drafts(of: user, social) }
    }

    /// Returns the numbers of other records of this device that became void at the same time, such as
    /// comments and likes, by kind.
    ///
    /// They are not kept. The numbers disappear with ``discardDrafts(_:)``.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func voidRecords() async throws -> [RecordKind: Int] {
        try await read { social, accounts, user in
            try accounts.voidRecords(of: user, social)
        }
    }

    /// Signs drafts with the present key of this device, which publishes their posts again under the
    /// same IDs, or edits them.
    ///
    /// Show the drafts to the user first: whoever had the device may have made them.
    ///
    /// - Parameter ids: The IDs of the drafts. Others and drafts without an effect are ignored.
    /// - Returns: The number of signed drafts.
    /// - Throws: ``TimelineError/deviceKeyRevoked`` if this device still has the revoked key,
    ///   ``TimelineError/notLoggedIn``, ``TimelineError/clockBehind(_:)`` or a storage error.
    @discardableResult
    public func signDrafts(_ ids: Set<Post.ID>) async throws -> Int {
        try await engine.writes.run { [engine] in
            var count = 0
            try engine.repository.apply { social, accounts in
                let user = try requireUser(social, accounts)
                let drafts = try accounts.drafts(of: user, social)
                    .filter { ids.contains($0.id) && $0.effect != .nothing }
                count = drafts.count
                guard !drafts.isEmpty else { return .empty }
                let key = try engine.deviceKey(of: user, social, accounts)
                var minter = try engine.minter(for: user, key, above: social)
                for draft in drafts.reversed() { try minter.add(draft) }
                try accounts.removeDrafts(Set(drafts.map(\.id)), of: user)
                return try minter.batch()
            }
            return count
        }
    }

    /// Deletes drafts, along with their pictures.
    ///
    /// - Parameter ids: The IDs of the drafts, or `nil` for all of them and the numbers of other void
    ///   records. Other IDs are ignored.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func discardDrafts(_ ids: Set<Post.ID>? = nil) async throws {
        let drafts = try await drafts().filter { ids?.contains($0.id) != false }
        try await engine.removing(drafts.flatMap(\.blobs)) { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                try accounts.removeDrafts(ids, of: user)
            }
        }
    }
}
