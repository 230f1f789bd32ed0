import Foundation
import TimelineCore

/// What a process remembers of a store, to foresee what pages ask.
///
/// These are only guesses: a wrong one leads to a statement whose result nobody uses.
package final class StoreMemory: Sendable {
    private struct State {
        var users: [Session.ID: User.ID] = [:]
        var viewers: [User.ID: KnownViewer] = [:]
        /// The viewers, by row ID, whose page was not full after a scan, with an ID just below their
        /// newest page if it is known.
        var sparse: [Int64: Post.ID?] = [:]
        /// The row IDs of viewers for whom testing each post is cheaper than reading whom they follow.
        var dense: Set<Int64> = []
        var density: Density?
    }

    /// How many posts the store has for its time.
    private struct Density {
        let newest: UInt64
        let postsPerMillisecond: Double
        let measured: ContinuousClock.Instant
    }

    private let state = Lock(State())
    /// The number of entries of each kind after which all of them are forgotten.
    private static let limit = 100_000
    /// The number of posts from which the density is computed.
    static let sampleSize = 4096
    private static let lifetime = Duration.seconds(60)

    package init() {}

    // MARK: Viewers

    func user(of session: Session.ID) -> User.ID? { state.withLock { $0.users[session] } }

    func note(_ user: User.ID, of session: Session.ID) {
        state.withLock { state in
            if state.users.count > Self.limit { state.users = [:] }
            state.users[session] = user
        }
    }

    func viewer(_ user: User.ID) -> KnownViewer? { state.withLock { $0.viewers[user] } }

    func note(_ viewer: KnownViewer, of user: User.ID) {
        state.withLock { state in
            if state.viewers.count > Self.limit { state.viewers = [:] }
            state.viewers[user] = viewer
        }
    }

    // MARK: Plans of home timelines

    /// Returns the plan for a viewer's home timeline.
    func plan(of viewer: KnownViewer) -> HomePlan {
        guard viewer.followingCount >= HomePlan.fewFollowed else { return .seek(above: nil) }
        return state.withLock { state in
            if state.density == nil { return .seek(above: nil) }
            if let end = state.sparse[viewer.rowID] { return .seek(above: end) }
            return state.dense.contains(viewer.rowID) ? .probe : .scan
        }
    }

    /// Remembers whether few enough posts were scanned for a page that testing each of them is cheaper
    /// than reading whom the viewer follows.
    func noteScan(of viewer: KnownViewer, from start: Post.ID, to end: Post.ID) {
        state.withLock { state in
            guard let density = state.density else { return }
            let newest = min(start.pushID.milliseconds, density.newest)
            let span = Double(newest) - Double(min(newest, end.pushID.milliseconds))
            let scanned = span * density.postsPerMillisecond
            if scanned * HomePlan.followsPerProbe < Double(viewer.followingCount) {
                if state.dense.count > Self.limit { state.dense = [] }
                state.dense.insert(viewer.rowID)
            } else {
                state.dense.remove(viewer.rowID)
            }
        }
    }

    /// Remembers that a scan has not filled a viewer's page.
    func noteSparse(_ viewer: Int64) {
        state.withLock { state in
            if state.sparse.count > Self.limit { state.sparse = [:] }
            if state.sparse[viewer] == nil { state.sparse[viewer] = .some(nil) }
        }
    }

    /// Remembers the last post of the newest page of a viewer whose pages scans do not fill, or `nil` if
    /// there are fewer posts than on a page.
    ///
    /// Of pages with different numbers of posts, the longest is remembered.
    func noteNewestPage(of viewer: Int64, end: Post.ID?) {
        state.withLock { state in
            guard let known = state.sparse[viewer] else { return }
            let bound = end.map {
                Post.ID(PushID(milliseconds: $0.pushID.milliseconds, bits: (0, 0)))
            }
            state.sparse[viewer] = .some(bound.map { min($0, known ?? $0) })
        }
    }

    /// Whether it is time to measure how many posts the store has.
    var needsDensity: Bool {
        state.withLock { state in
            state.density.map { $0.measured < .now - Self.lifetime } ?? true
        }
    }

    /// Remembers the newest post, and the one that is ``sampleSize`` posts older.
    func noteDensity(from newest: PushID, to oldest: PushID) {
        let span = Double(
            max(1, newest.milliseconds - min(oldest.milliseconds, newest.milliseconds))
        )
        let density = Density(
            newest: newest.milliseconds,
            postsPerMillisecond: Double(Self.sampleSize) / span,
            measured: .now
        )
        state.withLock { state in
            state.density = density
            // From time to time, viewers are given another chance.
            state.sparse = [:]
        }
    }

    /// Returns the ID above which about the given number of posts is older than `end`.
    func bound(below end: Post.ID, posts: Int) -> Post.ID? {
        state.withLock(\.density)
            .map { density in
                let start = min(density.newest, end.pushID.milliseconds)
                let span = UInt64(clamping: Int64(Double(posts) / density.postsPerMillisecond))
                let milliseconds = start > span ? start - span : 0
                return Post.ID(PushID(milliseconds: milliseconds, bits: (0, 0)))
            }
    }
}

/// How a page of the home timeline is read.
enum HomePlan: Equatable {
    /// The newest posts of each followed user, first only those above a post.
    case seek(above: Post.ID?)
    /// All posts, of which those by followed users are taken.
    case scan
    /// The same, but each post is tested on its own.
    case probe

    /// The number of followed users that a scan reads in the time in which one post is tested.
    static let followsPerProbe = 12.0
    /// The number of followed users below which seeks are always cheaper than trying a scan.
    ///
    /// This many seeks take about a tenth of a millisecond.
    static let fewFollowed = 64
}

/// The data about a viewer that query plans depend on.
struct KnownViewer {
    /// The row ID of the user in `follow`, `post` and `post_like`.
    let rowID: Int64
    /// Whether the user has a profile and has not been removed.
    let isVisible: Bool
    /// The number of followed users, which determines the plan for the home timeline.
    let followingCount: Int
    /// Whether the user has muted anybody.
    let hasMuted: Bool
    /// Whether the user has blocked anybody, or anybody has blocked the user.
    let hasBlocks: Bool
}
