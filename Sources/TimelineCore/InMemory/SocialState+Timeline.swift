import Foundation

extension SocialState {
    func homePageIDs(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards _: Int
    ) -> HomePageIDs? {
        exists(viewer) ? .ids(homeTimelineShard(.whole, of: viewer, in: range)) : nil
    }

    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) -> [Post.ID] {
        var newest = NewestIDs(in: range)
        for author in authors(of: viewer, in: shard) {
            guard let posts = postsByAuthor[author]?.ids else { continue }
            newest.add(posts, below: postsByAuthor[author]?.index(of: range.before) ?? 0)
        }
        return newest.ids()
    }

    func homePostCount(of viewer: User.ID) -> Int {
        authors(of: viewer, in: .whole).map { postsByAuthor[$0]?.ids.count ?? 0 }.reduce(0, +)
    }

    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) -> [Post.ID] {
        let all = PostRange(before: range.before, after: range.after, limit: .max)
        let ids =
            switch feed {
            case .home: viewer.map { homeTimelineShard(.whole, of: $0, in: all) } ?? []
            case .user(let author): postIDs(by: author, in: all)
            case .everyone: postIDs(in: all)
            }
        return Array(
            ids.lazy.filter { position.isNew($0, arrival: posts[$0]?.arrival) }.prefix(range.limit)
        )
    }

    private func authors(of viewer: User.ID, in shard: TimelineShard) -> [User.ID] {
        guard exists(viewer) else { return [] }
        let muted = muted[viewer] ?? []
        let followed = followed(by: viewer).filter { !muted.contains($0) }
        guard shard.count > 1 else { return followed + [viewer] }
        // The shard of an author must be the same in every snapshot.
        let part = followed.filter { Int($0.uuid.uuid.15) % shard.count == shard.index }
        return shard.index == 0 ? part + [viewer] : part
    }
}

/// A selection of the newest IDs from several ascending lists.
///
/// The selection holds fewer than three pages of IDs in memory.
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
