import TimelineCore

/// All posts in a half-open interval of IDs, with the row IDs of their authors, newest first.
///
/// The interval is complete: a scan that finds a cached interval knows that the store contains no
/// other posts between its bounds, and does not read the table there. An empty interval is also
/// useful, because it states that no posts exist between its bounds.
///
/// The upper bound is exclusive, like the upper bound of a page, so an interval that starts where
/// another ends does not overlap it.
struct PostInterval: Sendable {
    /// A post and the row ID of its author.
    ///
    /// An entry occupies 24 bytes: two integers for the ID and one for the author.
    struct Entry: Sendable {
        let post: PushID
        let author: Int64
    }

    /// The posts, in descending order of their IDs.
    fileprivate(set) var entries: [Entry]
    /// The exclusive upper bound of the interval.
    fileprivate(set) var upper: PushID
    /// The inclusive lower bound of the interval.
    fileprivate(set) var lower: PushID

    /// Creates an interval from sorted entries.
    ///
    /// - Parameters:
    ///   - entries: All posts in the interval, newest first.
    ///   - upper: The exclusive upper bound.
    ///   - lower: The inclusive lower bound.
    init(_ entries: [Entry], from upper: PushID, to lower: PushID) {
        self.entries = entries
        self.upper = upper
        self.lower = lower
    }

    /// Returns the posts between two bounds.
    ///
    /// The method finds both ends by binary search and copies nothing.
    ///
    /// - Parameters:
    ///   - upper: The exclusive upper bound.
    ///   - lower: The inclusive lower bound, which may be below the interval.
    /// - Returns: The posts, newest first.
    func entries(from upper: PushID, to lower: PushID) -> ArraySlice<Entry> {
        let start = entries.partitioningIndex { $0.post < upper }
        let end =
            lower <= self.lower
            ? entries.count : entries.partitioningIndex { $0.post < lower }
        return entries[start..<max(start, end)]
    }

    /// The part of the cache's capacity that the interval uses, in posts.
    ///
    /// Each interval counts as two posts in addition to its own posts, which limits the number of
    /// empty intervals.
    fileprivate var weight: Int { entries.count + 2 }
}

/// Disjoint intervals of posts, newest first.
///
/// A copy shares its storage with the cache, so a scan can read it without holding the lock. If the
/// cache changes in the meantime, it copies the affected intervals, and the scan continues with the
/// previous intervals, which match its epoch.
///
/// ## Structure
/// A scan of the newest posts creates one interval at the top, and scans that continue it add older
/// intervals below. Pages far down, and the pages of users that return to a read position, create
/// separate intervals with gaps in between. Adjacent intervals are merged up to a limit
/// (`TimelineCache.intervalLimit`, 4,096 posts). Long scrolling therefore leaves only a few intervals,
/// but no interval becomes so long that changing it copies many posts or that evicting it drops
/// most of the cache.
///
/// All lookups are binary searches, first for the interval and then within it.
///
/// ## Example
/// A first page scans from the highest ID down to post 900, which creates the interval from 900
/// upwards. A user returns to post 500 and scans down to 450, which creates the interval from 450
/// to 500. A new post arrives and is added to the first interval. A scan from 600 reads the table
/// down to 500, continues in memory down to 450, and inserts the interval from 500 to 600. This
/// interval is adjacent to the second interval, so both are merged.
struct PostIntervals: Sendable {
    /// The intervals, in descending order.
    ///
    /// The lower bound of each interval is not below the upper bound of the next.
    private(set) var intervals: [PostInterval] = []

    /// Returns the newest interval that contains IDs below a bound.
    ///
    /// The interval may extend above the bound. If it does or ends at the bound, a scan continues
    /// in memory. Otherwise, the scan first reads the table down to the interval's upper bound.
    ///
    /// - Parameter bound: The exclusive upper bound of the rest of a scan.
    /// - Returns: The interval, or `nil` if everything below the bound must be read from the table.
    func newest(below bound: PushID) -> PostInterval? {
        let index = intervals.partitioningIndex { $0.lower < bound }
        return index < intervals.count ? intervals[index] : nil
    }

    /// Adds an interval, unless it is empty or overlaps another interval.
    ///
    /// Two scans may read the same gap at the same time. In this case, the second interval is
    /// dropped, because merging the two would cost more than reading a part of the table again
    /// later.
    ///
    /// - Parameters:
    ///   - interval: The interval to add.
    ///   - limit: The maximum number of posts in a merged interval.
    mutating func insert(_ interval: PostInterval, joiningUpTo limit: Int) {
        guard interval.lower < interval.upper else { return }
        let index = intervals.partitioningIndex { $0.lower < interval.upper }
        guard index == intervals.count || intervals[index].upper <= interval.lower else { return }
        var interval = interval
        interval.entries = interval.entries.compact
        intervals.insert(interval, at: index)
        join(at: index, upTo: limit)
        if index > 0 { join(at: index - 1, upTo: limit) }
    }

    /// Merges an interval with the next older interval if they are adjacent and contain at most
    /// `limit` posts in total.
    ///
    /// Does nothing for the last interval.
    private mutating func join(at index: Int, upTo limit: Int) {
        guard index + 1 < intervals.count else { return }
        let next = intervals[index + 1]
        guard next.upper == intervals[index].lower,
            intervals[index].entries.count + next.entries.count <= limit
        else { return }
        intervals[index].entries = (intervals[index].entries + next.entries).compact
        intervals[index].lower = next.lower
        intervals.remove(at: index + 1)
    }

    /// Evicts the oldest intervals until the remaining intervals fit.
    ///
    /// Old posts are read least often, because nearly all pages are near the top.
    ///
    /// - Parameter capacity: The maximum weight, in posts.
    mutating func evictOldest(beyond capacity: Int) {
        var weight = intervals.reduce(0) { $0 + $1.weight }
        while weight > capacity, let oldest = intervals.popLast() { weight -= oldest.weight }
    }

    /// Adds a new post to the interval that covers its ID, if any.
    ///
    /// A post outside all intervals is not added, because a scan reads it from the table anyway.
    /// The newest interval covers all new posts if a scan has started at the highest ID, as scans
    /// of first pages do.
    ///
    /// If the newest interval is full, its upper bound is lowered to the new post, and the new post
    /// starts another interval. Posts that arrive late in the middle of an interval may make it
    /// longer than `limit`, because such an interval is not split.
    ///
    /// - Parameters:
    ///   - entry: The post to add.
    ///   - limit: The number of posts at which the newest interval is full.
    mutating func add(_ entry: PostInterval.Entry, splittingAt limit: Int) {
        guard let index = index(covering: entry.post) else { return }
        let interval = intervals[index]
        let position = interval.entries.partitioningIndex { $0.post <= entry.post }
        if position < interval.entries.count, interval.entries[position].post == entry.post {
            return
        }
        if index == 0, position == 0, interval.entries.count >= limit {
            intervals[0].upper = entry.post
            let next = PostInterval([entry], from: interval.upper, to: entry.post)
            intervals.insert(next, at: 0)
        } else {
            intervals[index].entries.insert(entry, at: position)
        }
    }

    /// Removes a post from the interval that contains it, if any.
    ///
    /// The interval is still complete without the post.
    mutating func remove(_ post: PushID) {
        guard let index = index(covering: post) else { return }
        let position = intervals[index].entries.partitioningIndex { $0.post <= post }
        guard position < intervals[index].entries.count,
            intervals[index].entries[position].post == post
        else { return }
        intervals[index].entries.remove(at: position)
    }

    /// Returns the index of the interval that contains an ID, or `nil` if the ID is in a gap.
    private func index(covering post: PushID) -> Int? {
        let index = intervals.partitioningIndex { $0.lower <= post }
        return index < intervals.count && post < intervals[index].upper ? index : nil
    }
}

extension Array {
    /// The same elements, without spare capacity.
    ///
    /// Arrays grow by doubling, so a cached array could otherwise occupy twice the memory that it
    /// needs.
    fileprivate var compact: [Element] {
        capacity == count ? self : withUnsafeBufferPointer { [Element]($0) }
    }
}
