/// The posts of the home timeline that a user has read; private data.
///
/// Each page shown adds an interval of post IDs with the epoch of its snapshot. Skipping pages
/// leaves gaps between intervals, and posts in the gaps stay unread. So do posts that arrived in an
/// interval after the snapshot.
public struct ReadPosition: Hashable, Sendable {
    /// The intervals of read posts: disjoint, oldest first.
    public let intervals: [ReadInterval]
    /// The last post of the most recently shown page.
    public let lastShown: Post.ID?

    /// The maximum number of intervals; above it, the oldest ones are joined.
    ///
    /// Posts in a gap that closes count as read, and so do posts that arrived between the epochs of
    /// joined intervals.
    public static let maximumCount = 32

    /// Creates a position; of overlapping intervals, the one read last counts.
    public init(intervals: [ReadInterval] = [], lastShown: Post.ID? = nil) {
        self.intervals = Self.limited(Self.joined(Self.disjoint(intervals)))
        self.lastShown = lastShown
    }

    /// Returns whether a post is new: in no read interval, or in one that was read before the post
    /// arrived.
    ///
    /// Every post is new to a user without intervals. Otherwise, posts that were over
    /// ``CheckedBatch/newsAge`` old on arrival are not new.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - arrival: The epoch of the commit that added the post; `nil` if it was no news then.
    /// - Returns: Whether the post is new.
    public func isNew(_ post: Post.ID, arrival: Int?) -> Bool {
        guard !intervals.isEmpty else { return true }
        guard let arrival else { return false }
        return interval(containing: post).map { arrival > $0.epoch } ?? true
    }

    /// Returns whether an interval contains a post ID.
    public func contains(_ post: Post.ID) -> Bool { interval(containing: post) != nil }

    /// Returns the interval that contains a post ID.
    package func interval(containing post: Post.ID) -> ReadInterval? {
        intervals.first { $0.posts.contains(post) }
    }

    /// Returns the first read post of a page that follows an unread one, above which a page shows
    /// where the user left off.
    ///
    /// - Parameter page: The page of the home timeline; if it is not the first, the post before it
    ///   may be the unread one.
    /// - Returns: `nil` if the page has no such post, or the user has read nothing.
    public func marker(in page: TimelinePage) -> Post.ID? {
        var isBelowUnread = page.previous.map { !contains($0) } ?? false
        for post in page.posts {
            let isRead = contains(post.id)
            if isRead && isBelowUnread { return post.id }
            isBelowUnread = !isRead
        }
        return nil
    }

    /// Returns the position after a page was shown; an empty page changes nothing.
    ///
    /// Posts below the first page that a user ever sees count as read, since older posts are not
    /// news. So do posts below the last page of the timeline.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - epoch: The epoch of the snapshot that the page was read from.
    /// - Returns: The position.
    package func showing(_ page: TimelinePage, at epoch: Int) -> ReadPosition {
        guard let first = page.posts.first?.id, let last = page.posts.last?.id else { return self }
        let isLast = page.next == nil || intervals.isEmpty
        // No post lies between the page and the cursor it was read with.
        let newest = page.previous.flatMap { interval(containing: $0) == nil ? nil : $0 } ?? first
        let shown = (isLast ? Post.ID(.min) : last)...max(first, newest)
        return ReadPosition(
            intervals: intervals + [ReadInterval(shown, epoch: epoch)],
            lastShown: last
        )
    }

    /// Returns the parts of a range that no interval covers, newest first.
    package func gaps(in range: PostRange) -> [PostRange] {
        var gaps: [PostRange] = []
        var before = range.before
        for interval in intervals.reversed() where before > interval.posts.lowerBound {
            if before > interval.posts.upperBound {
                let after = max(interval.posts.upperBound, range.lowerBound)
                gaps.append(PostRange(before: before, after: after, limit: range.limit))
            }
            before = interval.posts.lowerBound
        }
        gaps.append(PostRange(before: before, after: range.after, limit: range.limit))
        return gaps.filter { $0.before > $0.lowerBound }
    }

    /// Returns the position cut off above a post.
    public func ending(at newest: Post.ID) -> ReadPosition {
        ReadPosition(
            intervals: intervals.filter { $0.posts.lowerBound <= newest }
                .map {
                    let last = min($0.posts.upperBound, newest)
                    return ReadInterval($0.posts.lowerBound...last, epoch: $0.epoch)
                },
            lastShown: lastShown
        )
    }

    /// Returns the intervals, oldest first, without the parts that were read again later.
    private static func disjoint(_ intervals: [ReadInterval]) -> [ReadInterval] {
        var disjoint: [ReadInterval] = []
        for interval in intervals.sorted(by: { $0.epoch > $1.epoch }) {
            disjoint += disjoint.reduce([interval]) { parts, later in
                parts.flatMap { $0.subtracting(later) }
            }
        }
        return disjoint.sorted { $0.posts.lowerBound < $1.posts.lowerBound }
    }

    /// Joins intervals of the same epoch that touch.
    private static func joined(_ intervals: [ReadInterval]) -> [ReadInterval] {
        intervals.reduce(into: []) { joined, interval in
            if let last = joined.last, last.epoch == interval.epoch, last.touches(interval) {
                joined[joined.count - 1] = last.joined(with: interval)
            } else {
                joined.append(interval)
            }
        }
    }

    /// Joins the oldest intervals while there are too many: those that touch first, since that
    /// closes no gap.
    private static func limited(_ intervals: [ReadInterval]) -> [ReadInterval] {
        var limited = intervals
        while limited.count > maximumCount {
            let index =
                zip(limited, limited.dropFirst()).enumerated()
                .first { $0.element.0.touches($0.element.1) }?
                .offset ?? 0
            let joined = limited[index].joined(with: limited[index + 1])
            limited.replaceSubrange(index...index + 1, with: [joined])
        }
        return limited
    }
}
