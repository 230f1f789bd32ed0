import TimelineCore

/// All posts of a half-open interval of IDs, with the row IDs of their authors, newest first.
///
/// "All" is the point: a scan that finds a cached interval knows that the store has no other post
/// between its bounds, and does not read the table there. An interval may be empty, which is a fact
/// as well.
///
/// The upper bound is excluded, like the upper bound of a page, so an interval that begins where
/// another ends touches it without overlap.
struct PostInterval: Sendable {
    /// A post and the row ID of its author; 24 bytes, two integers for the ID and one for the
    /// author.
    struct Entry: Sendable {
        let post: PushID
        let author: Int64
    }

    /// The posts, in descending order of their IDs.
    fileprivate(set) var entries: [Entry]
    /// The end of the interval, which it does not contain.
    fileprivate(set) var upper: PushID
    /// The lowest ID of the interval.
    fileprivate(set) var lower: PushID

    /// Creates an interval of entries that are sorted, newest first.
    ///
    /// - Parameters:
    ///   - entries: all posts of the interval, in descending order.
    ///   - upper: the end of the interval, which it does not contain.
    ///   - lower: the lowest ID of the interval.
    init(_ entries: [Entry], from upper: PushID, to lower: PushID) {
        self.entries = entries
        self.upper = upper
        self.lower = lower
    }

    /// The posts older than `upper`, down to and including `lower`.
    ///
    /// Finds both ends by binary search, and copies nothing.
    ///
    /// - Parameters:
    ///   - upper: the ID above the posts.
    ///   - lower: the lowest ID of the posts; it may lie below the interval.
    /// - Returns: the posts, newest first.
    func entries(from upper: PushID, to lower: PushID) -> ArraySlice<Entry> {
        let start = entries.partitioningIndex { $0.post < upper }
        let end =
            lower <= self.lower
            ? entries.count : entries.partitioningIndex { $0.post < lower }
        return entries[start..<max(start, end)]
    }

    /// The interval's part of the cache's capacity, in posts; an empty interval takes memory too.
    ///
    /// Counting two posts for the interval itself limits the number of intervals, too.
    fileprivate var weight: Int { entries.count + 2 }
}

/// Disjoint intervals of posts, newest first.
///
/// A copy shares its storage with the cache, so a scan reads it without holding the lock. A change
/// of the cache meanwhile copies the intervals that it touches, and the scan continues on the
/// former ones, which are those of its epoch.
///
/// ## Shape
/// A scan of the newest posts creates one interval at the top, and scans that continue it add older
/// ones below. Pages far down, or the pages of users that return to a read position, create
/// intervals of their own, with gaps between. Neighbours that touch are joined up to a limit
/// (`TimelineCache.interval`, 4,096 posts), so a long scroll leaves few intervals, and yet none
/// grows so long that a change of it copies much, or that evicting it drops most of the cache.
///
/// All look-ups are binary searches over the intervals and then within one.
///
/// ## Example
/// A first page scans from the highest ID down to post 900: one interval, from 900 up. Somebody
/// returns to post 500 and scans down to 450: a second interval, from 450 below 500. A new post
/// arrives: it lies in the first interval, which receives it. A scan from 600 reads the table down
/// to 500, continues in memory to 450, and inserts the part from 500 below 600; it touches the
/// second interval, and both are joined.
struct PostIntervals: Sendable {
    /// In descending order; each lower bound is at least the next upper bound.
    private(set) var intervals: [PostInterval] = []

    /// The newest interval with IDs below a bound; it may extend above the bound.
    ///
    /// A scan that stands at `bound` continues with it: in memory if it reaches up to the bound,
    /// else by reading the table down to its upper bound.
    ///
    /// - Parameter bound: the ID above the next post of a scan.
    /// - Returns: the interval; `nil` when everything below the bound has to be read from the
    ///   table.
    func newest(below bound: PushID) -> PostInterval? {
        let index = intervals.partitioningIndex { $0.lower < bound }
        return index < intervals.count ? intervals[index] : nil
    }

    /// Adds an interval, unless it is empty or overlaps another.
    ///
    /// Two scans may read the same gap at the same time. The second interval is then dropped as a
    /// whole: merging the two would cost more than reading a part of the table again later.
    ///
    /// - Parameters:
    ///   - interval: the interval.
    ///   - limit: the maximum number of posts of an interval that is joined with the next one.
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

    /// Joins an interval and the next older one if they touch and have at most `limit` posts
    /// together.
    ///
    /// Has no effect on the last interval.
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

    /// Evicts the oldest intervals until the rest fits.
    ///
    /// Old posts are read least: nearly all pages are near the top.
    ///
    /// - Parameter capacity: the maximum weight, in posts.
    mutating func evictOldest(beyond capacity: Int) {
        var weight = intervals.reduce(0) { $0 + $1.weight }
        while weight > capacity, let oldest = intervals.popLast() { weight -= oldest.weight }
    }

    /// Adds a new post to the interval that covers it, if any.
    ///
    /// A post outside all intervals is not added, since a scan reads it from the table anyway. A
    /// post above the newest interval's entries extends nothing: it lies in an interval only if a
    /// scan began above it, as scans of first pages do (their upper bound is the highest ID).
    ///
    /// The newest interval therefore receives all new posts. When it is full, it ends below the new
    /// post, and the post begins the next one. Posts in the middle of an interval, which arrived
    /// late, make it longer than `limit`, without a split.
    ///
    /// - Parameters:
    ///   - entry: the post.
    ///   - limit: the length at which the newest interval ends and another one starts.
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

    /// Removes a post; the interval around it stays.
    ///
    /// An interval without the post is still complete.
    mutating func remove(_ post: PushID) {
        guard let index = index(covering: post) else { return }
        let position = intervals[index].entries.partitioningIndex { $0.post <= post }
        guard position < intervals[index].entries.count,
            intervals[index].entries[position].post == post
        else { return }
        intervals[index].entries.remove(at: position)
    }

    /// The index of the interval that contains an ID.
    ///
    /// - Returns: `nil` for an ID in a gap.
    private func index(covering post: PushID) -> Int? {
        let index = intervals.partitioningIndex { $0.lower <= post }
        return index < intervals.count && post < intervals[index].upper ? index : nil
    }
}

extension Array {
    /// The same elements without spare capacity.
    ///
    /// Arrays grow by doubling, so a cached one could occupy twice its size for as long as it is
    /// cached.
    fileprivate var compact: [Element] {
        capacity == count ? self : withUnsafeBufferPointer { [Element]($0) }
    }
}
