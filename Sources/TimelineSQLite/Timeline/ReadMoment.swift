import GRDB
import TimelineCore

/// What a reader has to know of the moment that it reads, and of its viewer: one statement for what would be
/// several.
struct ReadMoment {
    /// Who looks, where somebody does.
    struct Viewer {
        let row: Int64
        /// Whether the user has signed up and has not left.
        let isThere: Bool
        let followingCount: Int
        let followingVersion: Int64
    }

    let viewer: Viewer?
    /// The newest stamp: what comes later is newer, or late.
    let newest: PushID
    /// Another after each batch with a post that is older than what was there before it.
    let latePosts: Int64
    /// Greater after each batch that deleted posts.
    let deletions: Int64
    /// Greater after each change of what is shown of a user.
    let profiles: Int64

    /// What is remembered of posts has to agree on this.
    var posts: PostAuthorsCache.Version {
        PostAuthorsCache.Version(latePosts: latePosts, deletions: deletions)
    }

    /// What is remembered of whom the viewer follows has to agree on this.
    func following(of viewer: Viewer) -> FollowedUsersCache.Version {
        FollowedUsersCache.Version(following: viewer.followingVersion, latePosts: latePosts)
    }
}

/// Keeps the moment of a reader: nothing changes until it ends.
final class ReadMomentMemory {
    var last: (viewer: User.ID?, moment: ReadMoment)?
    private(set) var caches: ReaderCaches?
    private let generations: CacheGenerations
    private let start: CacheGenerations.Start

    /// Starts a reader, before its snapshot begins.
    init(_ generations: CacheGenerations) {
        self.generations = generations
        start = generations.start()
    }

    /// Notes the moment that is read, which decides on the caches.
    fileprivate func enter(_ moment: ReadMoment, of viewer: User.ID?, in database: Database) throws
    {
        last = (viewer, moment)
        guard caches == nil else { return }
        let statement = try HotStatement("PRAGMA schema_version", in: database)
        let epoch = CacheGenerations.Epoch(
            schema: try statement.first { $0.int(0) } ?? 0,
            counters: [moment.latePosts, moment.deletions, moment.profiles],
            newest: moment.newest
        )
        caches = generations.caches(in: epoch, since: start)
    }
}

extension SQLiteSocial {
    /// The moment that is read, and its viewer.
    func moment(of viewer: User.ID?) throws -> ReadMoment {
        if let last = memory?.last, last.viewer == viewer { return last.moment }
        let statement = try HotStatement(
            """
            SELECT c.newest, c.late_posts, c.deletions, c.profiles,
                u.id, u.username IS NOT NULL, u.following_count, u.following_version
            FROM clock c LEFT JOIN user u ON u.uuid = ? WHERE c.id = 1
            """,
            in: database
        )
        if let viewer { statement.bind(viewer.data, at: 1) }
        guard let moment = try statement.first(ReadMoment.init) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "The table clock is empty.")
        }
        try memory?.enter(moment, of: viewer, in: database)
        return moment
    }
}

extension ReadMoment {
    fileprivate init(_ row: HotRow) {
        viewer = row.isNull(4) ? nil : Viewer(row)
        newest = row.pushID(0)
        latePosts = row.int(1)
        deletions = row.int(2)
        profiles = row.int(3)
    }
}

extension ReadMoment.Viewer {
    fileprivate init(_ row: HotRow) {
        self.row = row.int(4)
        isThere = row.int(5) != 0
        followingCount = Int(row.int(6))
        followingVersion = row.int(7)
    }
}
