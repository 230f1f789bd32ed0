/// The posts of the home timeline that a user has read; private data.
///
/// Each page shown adds an interval of post IDs. Skipping pages leaves gaps between intervals, and
/// posts in the gaps stay unread.
public struct ReadPosition: Hashable, Sendable {
    /// The intervals of read posts: disjoint, oldest first.
    public let intervals: [ClosedRange<Post.ID>]
    /// The last post of the most recently shown page.
    public let lastShown: Post.ID?

    /// The maximum number of intervals; above it, the oldest gaps count as read.
    public static let maximumCount = 32

    /// Creates a position; overlapping intervals are merged.
    public init(intervals: [ClosedRange<Post.ID>] = [], lastShown: Post.ID? = nil) {
        self.intervals = Self.joined(intervals)
        self.lastShown = lastShown
    }

    /// Returns whether a post is in a read interval, or older than the first page the user saw.
    public func isRead(_ post: Post.ID) -> Bool {
        intervals.contains { $0.contains(post) }
    }

    /// Returns the position after a page was shown; an empty page changes nothing.
    ///
    /// Posts below the first page that a user ever sees count as read, since older posts are not
    /// news. So do posts below the last page of the timeline.
    package func showing(_ page: TimelinePage) -> ReadPosition {
        guard let first = page.posts.first?.id, let last = page.posts.last?.id else { return self }
        let isLast = page.next == nil || intervals.isEmpty
        // No post lies between the page and the cursor it was read with.
        let newest = page.previous.flatMap { isRead($0) ? $0 : nil } ?? first
        let shown = (isLast ? Post.ID(.min) : last)...max(first, newest)
        return ReadPosition(intervals: intervals + [shown], lastShown: last)
    }

    /// Returns the gaps below a cursor, newest first, as pairs of exclusive bounds.
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

    /// Returns the position cut off above a post.
    public func ending(at newest: Post.ID) -> ReadPosition {
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
