extension SocialState {
    mutating func audit(repairing: Bool) -> [CountMismatch] {
        let recounted = recounted()
        let mismatches = userMismatches(recounted) + postMismatches(recounted)
        if repairing, !mismatches.isEmpty {
            self = recounted
            epoch += 1
        }
        return mismatches
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

    private func userMismatches(_ recounted: SocialState) -> [CountMismatch] {
        users.keys.sorted()
            .flatMap { id in
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
    }

    private func postMismatches(_ recounted: SocialState) -> [CountMismatch] {
        posts.keys.sorted()
            .flatMap { id in
                Self.mismatches(
                    in: [(.likes, \.likeCount), (.comments, \.commentCount)],
                    of: id.description,
                    stored: posts[id],
                    expected: recounted.posts[id]
                )
            }
    }

    /// Compares the stored counts of a record with those of its recount.
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
