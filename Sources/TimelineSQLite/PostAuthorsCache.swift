import Synchronization
import TimelineCore

/// Keeps who wrote the posts that scans have gone through: going through them again costs a fiftieth.
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
            let start = entries.boundary { $0.post < upper }
            let end = lower <= self.lower ? entries.count : entries.boundary { $0.post < lower }
            return entries[start..<max(start, end)]
        }
    }

    /// What is known of one state of the past: stretches that do not overlap, the newest first.
    struct Known: Sendable {
        fileprivate var stretches: [Stretch] = []

        /// The newest stretch that begins before a moment; it may reach beyond.
        func newest(before moment: PushID) -> Stretch? {
            let index = stretches.boundary { $0.lower < moment }
            return index < stretches.count ? stretches[index] : nil
        }
    }

    private struct State {
        var version: Int64 = .min
        var known = Known()
        var count = 0
    }

    private let state = Mutex(State())

    /// How many posts are kept, at 24 bytes each; beyond them all are forgotten.
    private static let capacity = 1 << 20
    /// Up to how many posts stretches that touch are made one.
    private static let fullStretch = 1024

    /// What is known of the past that has a version: `clock.past_version` in the reader's moment.
    func known(version: Int64) -> Known {
        state.withLock { $0.version == version ? $0.known : Known() }
    }

    /// Keeps what a scan has gone through, unless another was quicker.
    func keep(_ stretch: Stretch, version: Int64) {
        guard stretch.lower < stretch.upper else { return }
        state.withLock { state in
            guard version >= state.version else { return }
            if version > state.version || state.count + stretch.entries.count > Self.capacity {
                state = State(version: version)
            }
            if state.known.insert(stretch, joiningUpTo: Self.fullStretch) {
                state.count += stretch.entries.count
            }
        }
    }
}

extension PostAuthorsCache.Known {
    /// Adds a stretch, if nothing of it is there.
    fileprivate mutating func insert(
        _ stretch: PostAuthorsCache.Stretch,
        joiningUpTo limit: Int
    ) -> Bool {
        let index = stretches.boundary { $0.lower < stretch.upper }
        guard index == stretches.count || stretches[index].upper <= stretch.lower else {
            return false
        }
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
        stretches[index].entries += next.entries
        stretches[index].lower = next.lower
        stretches.remove(at: index + 1)
    }
}

extension Array {
    /// The index of the first element for which `isPast` holds, in a list where it holds for all that follow;
    /// the count when it holds for none.
    fileprivate func boundary(_ isPast: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isPast(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
