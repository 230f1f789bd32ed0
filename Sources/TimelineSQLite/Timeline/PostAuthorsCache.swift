import TimelineCore

/// Keeps who wrote the posts that scans have gone through: going through them again costs a fortieth.
///
/// What is kept holds in every moment with the same `clock.late_posts`, but for posts that were deleted.
final class PostAuthorsCache: Sendable {
    /// A post and the row of its author.
    struct Entry: Sendable {
        let post: PushID
        let author: Int64
    }

    /// All posts of a stretch of time, the newest first.
    struct Stretch: Sendable {
        fileprivate(set) var entries: [Entry]
        /// The end of the stretch, not in it.
        let upper: PushID
        /// The oldest moment of the stretch.
        fileprivate(set) var lower: PushID

        init(_ entries: [Entry], from upper: PushID, to lower: PushID) {
            self.entries = entries
            self.upper = upper
            self.lower = lower
        }

        /// The posts older than `upper`, down to `lower`.
        func entries(from upper: PushID, to lower: PushID) -> ArraySlice<Entry> {
            let start = entries.partitioningIndex { $0.post < upper }
            let end =
                lower <= self.lower
                ? entries.count : entries.partitioningIndex { $0.post < lower }
            return entries[start..<max(start, end)]
        }

        /// What the stretch counts for in memory, in entries.
        fileprivate var weight: Int { entries.count + 2 }
    }

    /// Stretches that do not overlap, the newest first.
    struct Known: Sendable {
        fileprivate(set) var stretches: [Stretch] = []
        /// Whether posts may have been deleted that are among them.
        fileprivate(set) var mayHoldDeleted = false

        /// The newest stretch that begins before a moment; it may reach beyond.
        func newest(before moment: PushID) -> Stretch? {
            let index = stretches.partitioningIndex { $0.lower < moment }
            return index < stretches.count ? stretches[index] : nil
        }
    }

    /// What a snapshot has to agree on with another, for what was learned in the one to hold in the other.
    struct Version: Hashable, Sendable {
        /// Another after each batch with a post that is older than what was there before it.
        let latePosts: Int64
        /// Greater after each batch that deleted posts.
        let deletions: Int64
    }

    private struct State {
        var latePosts: Int64 = .min
        /// The number of deletions in the oldest and in the newest moment that something was learned in.
        var deletions: ClosedRange<Int64> = .min ... .min
        var known = Known()

        func isUsable(in version: Version) -> Bool {
            latePosts == version.latePosts && version.deletions >= deletions.upperBound
        }
    }

    private let state = Lock(State())

    /// The limits of a cache, in posts.
    struct Limits: Sendable {
        /// The cached posts, at 24 bytes each, beyond which the oldest stretches are evicted.
        var capacity = 1 << 20
        /// The length at which a scan ends a stretch and begins the next.
        var stretch = 1 << 15
        /// The length up to which adjacent stretches are joined.
        var joined = 1024
    }

    let limits: Limits

    /// Creates an empty cache.
    init(limits: Limits = Limits()) { self.limits = limits }

    /// What is known in a moment; nothing where others have learned something in a newer one.
    func known(in version: Version) -> Known {
        state.withLock { state in
            guard state.isUsable(in: version) else { return Known() }
            var known = state.known
            known.mayHoldDeleted = state.deletions.lowerBound < version.deletions
            return known
        }
    }

    /// Keeps what a scan has gone through, unless another was quicker.
    func keep(_ stretch: Stretch, in version: Version) {
        guard stretch.lower < stretch.upper else { return }
        // What goes is freed when the lock is open again.
        _ = state.withLock { state in
            let former = state.known
            if version.latePosts > state.latePosts {
                let deletions = version.deletions...version.deletions
                state = State(latePosts: version.latePosts, deletions: deletions)
            }
            if state.isUsable(in: version),
                state.known.insert(stretch, joiningUpTo: limits.joined)
            {
                state.deletions = state.deletions.lowerBound...version.deletions
                state.known.forgetOldest(beyond: limits.capacity)
            }
            return former
        }
    }

    /// Forgets posts that were found to be gone.
    func forget(_ posts: [PushID], in version: Version) {
        state.withLock { state in
            guard state.isUsable(in: version) else { return }
            state.deletions = state.deletions.lowerBound...version.deletions
            for post in posts { state.known.forget(post) }
        }
    }
}

extension PostAuthorsCache.Known {
    /// Adds a stretch, if nothing of it is there.
    fileprivate mutating func insert(
        _ stretch: PostAuthorsCache.Stretch,
        joiningUpTo limit: Int
    ) -> Bool {
        let index = stretches.partitioningIndex { $0.lower < stretch.upper }
        guard index == stretches.count || stretches[index].upper <= stretch.lower else {
            return false
        }
        var stretch = stretch
        stretch.entries = stretch.entries.compact
        stretches.insert(stretch, at: index)
        join(index, limit)
        if index > 0 { join(index - 1, limit) }
        return true
    }

    /// Makes a stretch and the next one if they touch and are small.
    private mutating func join(_ index: Int, _ limit: Int) {
        guard index + 1 < stretches.count else { return }
        let next = stretches[index + 1]
        guard next.upper == stretches[index].lower,
            stretches[index].entries.count + next.entries.count <= limit
        else { return }
        stretches[index].entries = (stretches[index].entries + next.entries).compact
        stretches[index].lower = next.lower
        stretches.remove(at: index + 1)
    }

    /// Forgets the oldest stretches, until what is left weighs little enough.
    fileprivate mutating func forgetOldest(beyond capacity: Int) {
        var weight = stretches.reduce(0) { $0 + $1.weight }
        while weight > capacity, let oldest = stretches.popLast() { weight -= oldest.weight }
    }

    fileprivate mutating func forget(_ post: PushID) {
        let index = stretches.partitioningIndex { $0.lower <= post }
        guard index < stretches.count else { return }
        let place = stretches[index].entries.partitioningIndex { $0.post <= post }
        guard place < stretches[index].entries.count,
            stretches[index].entries[place].post == post
        else { return }
        stretches[index].entries.remove(at: place)
    }
}

extension Array {
    /// The same elements in no more memory than they need.
    fileprivate var compact: [Element] {
        capacity == count ? self : withUnsafeBufferPointer { [Element]($0) }
    }
}
