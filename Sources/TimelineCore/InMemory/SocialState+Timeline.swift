extension SocialState {
    func followingCount(of viewer: User.ID) -> Int? {
        users[viewer].flatMap { $0.isVisible ? $0.followingCount : nil }
    }

    func seekTimeline(of viewer: User.ID, shard: TimelineShard, in range: PostRange) -> [Post.ID] {
        var newest = NewestIDs(in: range)
        for author in authors(of: viewer, in: shard) {
            guard let posts = postsByAuthor[author]?.ids else { continue }
            newest.add(posts, below: postsByAuthor[author]?.index(of: range.before) ?? 0)
        }
        return newest.ids()
    }

    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) -> [Post.ID]? {
        let authors = Set(authors(of: viewer, in: .whole))
        var page: [Post.ID] = []
        // A seek in memory is an array lookup, which costs at most as much as two scanned posts.
        var budget = ScanBudget(posts: budget / 8, limit: range.limit)
        for id in allPosts.ids[..<allPosts.index(of: range.before)].reversed() {
            guard page.count < range.limit, id > range.lowerBound else { return page }
            guard !budget.isSpent else { return nil }
            if let author = posts[id]?.post.author, authors.contains(author) { page.append(id) }
            budget.spend(.read, found: page.count)
        }
        return page
    }

    private func authors(of viewer: User.ID, in shard: TimelineShard) -> [User.ID] {
        guard shard.count > 1 else { return followed(by: viewer) + [viewer] }
        let followed = followed(by: viewer).sorted()
        let part = followed.indices.filter { $0 % shard.count == shard.index }.map { followed[$0] }
        return shard.index == 0 ? part + [viewer] : part
    }
}

/// Selects the newest IDs from several ascending lists, holding at most twice the page in memory.
private struct NewestIDs {
    private let limit: Int
    private var floor: Post.ID
    private var candidates: [Post.ID] = []

    init(in range: PostRange) {
        limit = range.limit
        floor = range.lowerBound
    }

    mutating func add(_ ascending: [Post.ID], below end: Int) {
        candidates += ascending[..<end].reversed().prefix(limit).prefix { $0 > floor }
        if candidates.count / 2 >= max(limit, 1) { prune() }
    }

    func ids() -> [Post.ID] { Array(candidates.sorted(by: >).prefix(limit)) }

    private mutating func prune() {
        candidates = ids()
        if let last = candidates.last { floor = max(floor, last) }
    }
}
