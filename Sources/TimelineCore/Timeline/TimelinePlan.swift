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
    /// How many posts a scan may go through for each followed user: a seek costs as much as some eight of them while all
    /// is in memory, and far more when each of its pages comes from the file.
    static let postsPerSeek = 16

    /// Chooses a plan for a viewer who follows `followed` users.
    ///
    /// The scan gets a budget that costs about what the seeks would, so that a wrong guess costs little, and only
    /// once; no count of how dense the followed users' posts are has to be kept.
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
