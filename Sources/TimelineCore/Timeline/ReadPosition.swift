/// The posts in the home timeline that a user has read.
///
/// Read positions are private data.
///
/// Each page shown adds an interval of post IDs with the epoch of its snapshot. Skipping pages
/// leaves gaps between intervals, and posts in these gaps stay unread. Posts that arrive in an
/// interval after its snapshot also stay unread.
///
/// ```swift
/// let home = try await session.home()
/// show(home.marker == nil ? "All posts are new, or none is." : "Posts above the marker are new.")
/// try await session.markShown(home.page)
/// ```
public struct ReadPosition: Hashable, Sendable {
    /// The intervals of read posts, disjoint and oldest first.
    public let intervals: [ReadInterval]
    /// The last post on the most recently shown page, or `nil` if no page has been shown.
    public let lastShown: Post.ID?

    /// The maximum number of intervals.
    ///
    /// If there are more, the oldest ones are merged.
    ///
    /// Merging closes gaps. Posts in a closed gap are treated as read, and so are posts that
    /// arrived between the epochs of merged intervals.
    public static let maximumCount = 32

    /// Creates a position.
    ///
    /// Where intervals overlap, the most recently read interval is used.
    public init(intervals: [ReadInterval] = [], lastShown: Post.ID? = nil) {
        self.intervals = Self.limited(Self.joined(Self.disjoint(intervals)))
        self.lastShown = lastShown
    }

    /// Returns whether a post is new.
    ///
    /// A post is new if no read interval contains it, or if it arrived after the interval that
    /// contains it was read.
    ///
    /// Every post is new to a user without intervals. For all other users, posts that were already
    /// more than 30 days old on arrival are not new.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - arrival: The epoch of the commit that added the post, or `nil` if the post was too old
    ///     to be news.
    /// - Returns: Whether the post is new.
    package func isNew(_ post: Post.ID, arrival: Int?) -> Bool {
        guard !intervals.isEmpty else { return true }
        guard let arrival else { return false }
        return interval(containing: post).map { arrival > $0.epoch } ?? true
    }

    /// Returns whether an interval contains a post ID.
    package func contains(_ post: Post.ID) -> Bool { interval(containing: post) != nil }

    /// Returns the interval that contains a post ID.
    package func interval(containing post: Post.ID) -> ReadInterval? {
        intervals.first { $0.posts.contains(post) }
    }

    /// Returns the ID of the first read post that directly follows an unread post on a page.
    ///
    /// The page displays a marker above this post to show where the user left off.
    ///
    /// - Parameter page: A page of the home timeline. If it is not the first page, the unread post
    ///   may be the last post on the previous page.
    /// - Returns: The ID of the post, or `nil` if the page has no such post or the user has not
    ///   read anything.
    package func marker(in page: TimelinePage) -> Post.ID? {
        var isBelowUnread = page.previous.map { !contains($0) } ?? false
        for post in page.posts {
            let isRead = contains(post.id)
            if isRead && isBelowUnread { return post.id }
            isBelowUnread = !isRead
        }
        return nil
    }

    /// Returns the position after a page was shown.
    ///
    /// An empty page changes nothing.
    ///
    /// Posts older than the first page that a user ever sees are treated as read, because they are
    /// not news. Posts older than the last page of the timeline are treated as read, too.
    ///
    /// - Parameters:
    ///   - page: The page that was shown.
    ///   - epoch: The epoch of the snapshot that the page was read from.
    /// - Returns: The new position.
    package func showing(_ page: TimelinePage, at epoch: Int) -> ReadPosition {
        guard let first = page.posts.first?.id, let last = page.posts.last?.id else { return self }
        let isLast = page.next == nil || intervals.isEmpty
        // There are no posts between the page and the cursor used to read it.
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

    /// Returns a copy of the position in which no interval extends beyond the given post.
    package func ending(at newest: Post.ID) -> ReadPosition {
        ReadPosition(
            intervals: intervals.filter { $0.posts.lowerBound <= newest }
                .map {
                    let last = min($0.posts.upperBound, newest)
                    return ReadInterval($0.posts.lowerBound...last, epoch: $0.epoch)
                },
            lastShown: lastShown
        )
    }

    /// Returns disjoint intervals, oldest first.
    ///
    /// Where intervals overlap, only the most recently read interval retains the overlap.
    private static func disjoint(_ intervals: [ReadInterval]) -> [ReadInterval] {
        var disjoint: [ReadInterval] = []
        for interval in intervals.sorted(by: { $0.epoch > $1.epoch }) {
            disjoint += disjoint.reduce([interval]) { parts, later in
                parts.flatMap { $0.subtracting(later) }
            }
        }
        return disjoint.sorted { $0.posts.lowerBound < $1.posts.lowerBound }
    }

    /// Merges adjacent intervals that have the same epoch.
    private static func joined(_ intervals: [ReadInterval]) -> [ReadInterval] {
        intervals.reduce(into: []) { joined, interval in
            if let last = joined.last, last.epoch == interval.epoch, last.touches(interval) {
                joined[joined.count - 1] = last.joined(with: interval)
            } else {
                joined.append(interval)
            }
        }
    }

    /// Merges the oldest intervals until the limit is met.
    ///
    /// Adjacent intervals are merged first, because merging them closes no gap.
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

/// An interval of posts that a user has read.
public struct ReadInterval: Hashable, Sendable {
    /// The range from the first to the last post, including all IDs in between.
    public let posts: ClosedRange<Post.ID>
    /// The epoch of the snapshot from which the posts were shown.
    ///
    /// Posts that arrived later are unread.
    public let epoch: Int

    /// Creates an interval.
    public init(_ posts: ClosedRange<Post.ID>, epoch: Int) {
        self.posts = posts
        self.epoch = epoch
    }
}

extension ReadInterval {
    /// Returns the parts of this interval that are outside another interval, oldest first.
    func subtracting(_ other: ReadInterval) -> [ReadInterval] {
        guard posts.overlaps(other.posts) else { return [self] }
        var parts: [ReadInterval] = []
        if posts.lowerBound < other.posts.lowerBound {
            let last = Post.ID(other.posts.lowerBound.pushID.predecessor)
            parts.append(ReadInterval(posts.lowerBound...last, epoch: epoch))
        }
        if posts.upperBound > other.posts.upperBound {
            let first = Post.ID(other.posts.upperBound.pushID.successor)
            parts.append(ReadInterval(first...posts.upperBound, epoch: epoch))
        }
        return parts
    }

    /// Returns whether no ID lies between this interval and a newer one.
    func touches(_ newer: ReadInterval) -> Bool {
        posts.upperBound.pushID.successor >= newer.posts.lowerBound.pushID
    }

    /// Returns the interval from the start of this one to the end of a newer one, with the later of
    /// the two epochs.
    func joined(with newer: ReadInterval) -> ReadInterval {
        ReadInterval(
            posts.lowerBound...newer.posts.upperBound,
            epoch: max(epoch, newer.epoch)
        )
    }
}
