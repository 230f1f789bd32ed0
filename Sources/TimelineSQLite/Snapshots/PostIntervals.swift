import TimelineCore

/// All posts of a half-open interval of IDs, with the row IDs of their authors, newest first.
struct PostInterval: Sendable {
    /// A post and the row ID of its author.
    struct Entry: Sendable {
        let post: PushID
        let author: Int64
    }

    fileprivate(set) var entries: [Entry]
    /// The end of the interval, which it does not contain.
    fileprivate(set) var upper: PushID
    /// The lowest ID of the interval.
    fileprivate(set) var lower: PushID

    /// Creates an interval of entries that are sorted, newest first.
    init(_ entries: [Entry], from upper: PushID, to lower: PushID) {
        self.entries = entries
        self.upper = upper
        self.lower = lower
    }

    /// The posts older than `upper`, down to and including `lower`.
    func entries(from upper: PushID, to lower: PushID) -> ArraySlice<Entry> {
        let start = entries.partitioningIndex { $0.post < upper }
        let end =
            lower <= self.lower
            ? entries.count : entries.partitioningIndex { $0.post < lower }
        return entries[start..<max(start, end)]
    }

    /// The interval's part of the cache's capacity, in posts; an empty interval takes memory too.
    fileprivate var weight: Int { entries.count + 2 }
}

/// Disjoint intervals of posts, newest first.
///
/// A copy shares its storage with the cache, so a scan reads it without holding the lock.
struct PostIntervals: Sendable {
    private(set) var intervals: [PostInterval] = []

    /// The newest interval with IDs below a bound; it may extend above the bound.
    func newest(below bound: PushID) -> PostInterval? {
        let index = intervals.partitioningIndex { $0.lower < bound }
        return index < intervals.count ? intervals[index] : nil
    }

    /// Adds an interval, unless it is empty or overlaps another.
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
    /// - Parameter capacity: the maximum weight, in posts.
    mutating func evictOldest(beyond capacity: Int) {
        var weight = intervals.reduce(0) { $0 + $1.weight }
        while weight > capacity, let oldest = intervals.popLast() { weight -= oldest.weight }
    }

    /// Adds a new post to the interval that covers it, if any.
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
    mutating func remove(_ post: PushID) {
        guard let index = index(covering: post) else { return }
        let position = intervals[index].entries.partitioningIndex { $0.post <= post }
        guard position < intervals[index].entries.count,
            intervals[index].entries[position].post == post
        else { return }
        intervals[index].entries.remove(at: position)
    }

    /// The index of the interval that contains an ID.
    private func index(covering post: PushID) -> Int? {
        let index = intervals.partitioningIndex { $0.lower <= post }
        return index < intervals.count && post < intervals[index].upper ? index : nil
    }
}

extension Array {
    /// The same elements without spare capacity.
    fileprivate var compact: [Element] {
        capacity == count ? self : withUnsafeBufferPointer { [Element]($0) }
    }
}
