/// Which posts of the home timeline a user has read: private.
///
/// A page that was shown is an interval of post IDs. A jump downward leaves a gap between two intervals, whose posts
/// stay unread.
public struct ReadPosition: Hashable, Sendable {
    /// The intervals of IDs whose posts were shown, disjoint, the oldest first.
    public let intervals: [ClosedRange<Post.ID>]
    /// The last post of the page that was shown last.
    public let lastShown: Post.ID?

    /// The most intervals of a position; beyond it the oldest gap counts as read.
    public static let maximumCount = 32

    /// Makes a position; overlapping intervals are joined.
    public init(intervals: [ClosedRange<Post.ID>] = [], lastShown: Post.ID? = nil) {
        self.intervals = Self.joined(intervals)
        self.lastShown = lastShown
    }

    /// Whether a post was shown, or is older than everything that a first visit showed.
    public func isRead(_ post: Post.ID) -> Bool {
        intervals.contains { $0.contains(post) }
    }

    /// The position after a page was shown; an empty page changes nothing.
    ///
    /// Everything below the first page that a user ever sees counts as read, since older posts are not news.
    /// The same holds below the last page of the timeline.
    package func showing(_ page: TimelinePage) -> ReadPosition {
        guard let first = page.posts.first?.id, let last = page.posts.last?.id else { return self }
        let isLast = page.next == nil || intervals.isEmpty
        // Nothing lies between the page and the cursor that it was read before.
        let newest = page.before.flatMap { isRead($0) ? $0 : nil } ?? first
        let shown = (isLast ? Post.ID(.min) : last)...max(first, newest)
        return ReadPosition(intervals: intervals + [shown], lastShown: last)
    }

    /// The gaps between the intervals below a cursor, the newest first: posts before and after these IDs.
    package func gaps(before cursor: Post.ID?) -> [(before: Post.ID?, after: Post.ID?)] {
        var gaps: [(before: Post.ID?, after: Post.ID?)] = []
        var end = cursor
        for interval in intervals.reversed() where end.map({ $0 > interval.lowerBound }) ?? true {
            if end.map({ $0 > interval.upperBound }) ?? true {
                gaps.append((end, interval.upperBound))
            }
            end = interval.lowerBound
        }
        if end.map({ $0 > Post.ID(.min) }) ?? true { gaps.append((end, nil)) }
        return gaps
    }

    /// The same position without what lies above a post.
    package func ending(at newest: Post.ID) -> ReadPosition {
        ReadPosition(
            intervals: intervals.filter { $0.lowerBound <= newest }
                .map { $0.lowerBound...min($0.upperBound, newest) },
            lastShown: lastShown
        )
    }

    private static func joined(
        _ intervals: [ClosedRange<Post.ID>]
    ) -> [ClosedRange<Post.ID>] {
        var joined: [ClosedRange<Post.ID>] = []
        for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.overlaps(interval) {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, interval.upperBound)
            } else {
                joined.append(interval)
            }
        }
        while joined.count > maximumCount {
            joined.replaceSubrange(0..<2, with: [joined[0].lowerBound...joined[1].upperBound])
        }
        return joined
    }
}
