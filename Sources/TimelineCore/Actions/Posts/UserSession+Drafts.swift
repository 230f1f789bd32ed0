extension UserSession {
    /// Returns the posts of this device that became void when its key was revoked, newest first.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func drafts() async throws -> [PostDraft] {
        try await readAccounts { social, accounts, user in try accounts.drafts(of: user, social) }
    }

    /// Signs drafts with the present key of this device, which publishes their posts again under the
    /// same IDs.
    ///
    /// - Parameter ids: The IDs of the drafts. Others are ignored.
    /// - Returns: The number of signed drafts.
    /// - Throws: ``TimelineError/deviceKeyEnded`` if this device still has the revoked key,
    ///   ``TimelineError/notLoggedIn``, ``TimelineError/clockBehind(_:)`` or a storage error.
    @discardableResult
    public func signDrafts(_ ids: Set<Post.ID>) async throws -> Int {
        try await engine.writes.run { [engine] in
            var count = 0
            try engine.repository.apply { social, accounts in
                let user = try requireUser(social, accounts)
                let drafts = try accounts.drafts(of: user, social).filter { ids.contains($0.id) }
                count = drafts.count
                guard !drafts.isEmpty, let key = try engine.deviceKey(of: user, social, accounts)
                else { return .empty }
                var minter = try engine.minter(for: user, key, above: social)
                for draft in drafts.reversed() {
                    try minter.add(draft.recordContent, withID: draft.boundID)
                }
                try accounts.removeDrafts(Set(drafts.map(\.id)), of: user)
                return try minter.batch(of: [])
            }
            return count
        }
    }

    /// Deletes drafts, along with their pictures.
    ///
    /// - Parameter ids: The IDs of the drafts. Others are ignored.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func discardDrafts(_ ids: Set<Post.ID>) async throws {
        let drafts = try await drafts().filter { ids.contains($0.id) }
        try await engine.removing(drafts.flatMap(\.blobs)) { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                try accounts.removeDrafts(Set(drafts.map(\.id)), of: user)
            }
        }
    }
}
