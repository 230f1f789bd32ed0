extension SocialState {
    mutating func audit(repairing: Bool) -> [CountMismatch] {
        let recounted = recounted()
        let mismatches = userMismatches(recounted) + postMismatches(recounted)
        if repairing { self = recounted }
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
                let name = user(id)?.username ?? id.description
                return [
                    mismatch(
                        "posts of \(name)",
                        users[id]?.postCount,
                        recounted.users[id]?.postCount
                    ),
                    mismatch(
                        "followers of \(name)",
                        users[id]?.followerCount,
                        recounted.users[id]?.followerCount
                    ),
                    mismatch(
                        "users followed by \(name)",
                        users[id]?.followingCount,
                        recounted.users[id]?.followingCount
                    ),
                ]
                .compactMap(\.self)
            }
    }

    private func postMismatches(_ recounted: SocialState) -> [CountMismatch] {
        posts.keys.sorted()
            .flatMap { id in
                [
                    mismatch(
                        "likes of \(id)",
                        posts[id]?.likeCount,
                        recounted.posts[id]?.likeCount
                    ),
                    mismatch(
                        "comments on \(id)",
                        posts[id]?.commentCount,
                        recounted.posts[id]?.commentCount
                    ),
                ]
                .compactMap(\.self)
            }
    }

    private func mismatch(_ subject: String, _ kept: Int?, _ found: Int?) -> CountMismatch? {
        guard let kept, let found, kept != found else { return nil }
        return CountMismatch(subject: subject, kept: kept, found: found)
    }
}
