import TimelineCore

/// An implementation of the home timeline.
struct Implementation {
    let name: String
    /// Reads the page of 50 posts before the given cursor.
    let page: (Reader, Post.ID?) async throws -> [PostView]

    /// The maximum number of posts on a page.
    static let limit = 50

    static let timeline = "Timeline"
    static let inbox = "precomputed inbox"
    static let plainJoin = "plain join"
    static let fullSort = "full sort"

    /// Returns an implementation that uses the public API, with a session for each reader.
    static func session(
        _ name: String,
        of owner: StoreOwner,
        readers: [Reader]
    ) async throws -> Implementation {
        var sessions: [User.ID: UserSession] = [:]
        for reader in readers { sessions[reader.id] = try await owner.session(of: reader) }
        return Implementation(name: name) { [sessions] reader, cursor in
            try await sessions[reader.id]?.timeline(before: cursor, limit: limit).posts ?? []
        }
    }

    /// Returns an implementation that uses precomputed inboxes in Redis.
    static func redis(_ inboxes: RedisInboxes) -> Implementation {
        Implementation(name: "Redis inboxes") { reader, cursor in
            try inboxes.page(of: reader, before: cursor, limit: limit)
        }
    }

    /// Returns an implementation that uses a lateral query in PostgreSQL.
    static func postgres(_ timeline: PostgresTimeline) -> Implementation {
        Implementation(name: "PostgreSQL lateral") { reader, cursor in
            try timeline.page(of: reader, before: cursor)
        }
    }
}
