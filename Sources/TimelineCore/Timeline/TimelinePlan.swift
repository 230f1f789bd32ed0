/// How the home timeline is read: which is cheaper depends on how many are followed, and how much they post.
package enum TimelinePlan: Hashable, Sendable {
    /// A look at each followed user's newest posts, in this many shards at the same time.
    case seek(shards: Int)
    /// Through everyone's posts downward, at most this many; then ``seek(shards:)`` when that was too few.
    case scan(budget: Int, shards: Int)

    /// Below this many followed users a seek always costs less than looking whether a scan would.
    static let fewFollowed = 64
    /// How many followed users make the hand-over to a second thread worth its 30 to 50 µs.
    static let followedPerShard = 500
    /// How many posts of a scan cost about as much as a seek of one followed user.
    static let postsPerSeek = 6

    /// Chooses a plan for a viewer who follows `followed` users.
    ///
    /// The scan gets a budget that costs about what the seeks would, so that a wrong guess at most
    /// doubles the cost; no count of how dense the followed users' posts are has to be kept.
    static func choice(followed: Int, processorCount: Int) -> TimelinePlan {
        let shards = max(1, min(processorCount, followed / followedPerShard))
        if followed < fewFollowed { return .seek(shards: shards) }
        return .scan(budget: followed * postsPerSeek, shards: shards)
    }

    var shards: [TimelineShard] {
        switch self {
        case .seek(let count), .scan(_, let count):
            (0..<count).map { TimelineShard(index: $0, count: count) }
        }
    }
}
