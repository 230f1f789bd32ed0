import Foundation

extension Guest {
    /// Returns the numbers of users with an account and of their posts, up to a minute old.
    ///
    /// Anyone may ask for them, so the answer is cached. Counting reads one row for each user with an
    /// account.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many reads are queued.
    package func storeCounts() async throws -> (users: Int, posts: Int) {
        let (lanes, now) = (engine.repository.lanes, engine.environment.now())
        // The clock may also have gone backwards.
        if let cached = lanes.storeCounts.withLock(\.self),
            abs(now.timeIntervalSince(cached.date)) < 60
        {
            return (cached.users, cached.posts)
        }
        let counts = try await engine.read { social, accounts in
            let profiles = try accounts.users().compactMap { try social.profile(of: $0, for: nil) }
            return (users: profiles.count, posts: profiles.reduce(0) { $0 + $1.postCount })
        }
        lanes.storeCounts.withLock { $0 = (counts.users, counts.posts, now) }
        return counts
    }
}
