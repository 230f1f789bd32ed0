extension SocialState {
    /// Compares the stored counts with a recount, first for users and then for posts, each in order
    /// of ID.
    mutating func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) -> Page<CountMismatch, AuditCursor> {
        let recounted = recounted()
        let last = cursor?.last ?? ""
        let isOfUsers = cursor?.kind ?? 0 == 0
        let mismatches: [CountMismatch]
        let next: AuditCursor?
        if isOfUsers {
            let part = users.keys.sorted().filter { $0.description > last }.prefix(limit)
            mismatches = part.flatMap { userMismatches($0, against: recounted) }
            if repairing { for id in part { users[id] = recounted.users[id] } }
            next =
                part.count == limit
                ? part.last.map { AuditCursor(kind: 0, last: $0.description) }
                : AuditCursor(kind: 1, last: "")
        } else {
            let part = posts.keys.sorted().filter { $0.description > last }.prefix(limit)
            mismatches = part.flatMap { postMismatches($0, against: recounted) }
            if repairing { for id in part { posts[id] = recounted.posts[id] } }
            next =
                part.count == limit
                ? part.last.map { AuditCursor(kind: 1, last: $0.description) } : nil
        }
        if repairing, !mismatches.isEmpty { commitCount += 1 }
        return Page(mismatches, next: next, after: cursor)
    }

    private func recounted() -> SocialState {
        var state = self
        for id in users.keys {
            state.users[id]?.postCount = posts.values.count { $0.post.author == id }
            state.users[id]?.followingCount = followed(by: id).count
            state.users[id]?.followerCount = following.values.count { $0[id]?.value == true }
        }
        for id in posts.keys {
            state.posts[id]?.likeCount = (likes[id] ?? [:]).values.count(where: \.value)
            state.posts[id]?.commentCount = comments.values.count { $0.post == id }
        }
        return state
    }

    private func userMismatches(_ id: User.ID, against recounted: SocialState) -> [CountMismatch] {
        Self.mismatches(
            in: [
                (.posts, \.postCount), (.followers, \.followerCount),
                (.following, \.followingCount),
            ],
            of: user(id)?.username ?? id.description,
            stored: users[id],
            expected: recounted.users[id]
        )
    }

    private func postMismatches(_ id: Post.ID, against recounted: SocialState) -> [CountMismatch] {
        Self.mismatches(
            in: [(.likes, \.likeCount), (.comments, \.commentCount)],
            of: id.description,
            stored: posts[id],
            expected: recounted.posts[id]
        )
    }

    /// Compares a record's stored counts with the recounted values.
    private static func mismatches<Record>(
        in counts: [(items: CountedItems, path: KeyPath<Record, Int>)],
        of owner: String,
        stored: Record?,
        expected: Record?
    ) -> [CountMismatch] {
        guard let stored, let expected else { return [] }
        return counts.filter { stored[keyPath: $0.path] != expected[keyPath: $0.path] }
            .map { count in
                CountMismatch(
                    count.items,
                    of: owner,
                    stored: stored[keyPath: count.path],
                    expected: expected[keyPath: count.path]
                )
            }
    }
}
