import TimelineCore

/// A way to read a page of the home timeline.
struct Contender {
    let name: String
    /// Reads the page of 50 posts before a cursor.
    let page: (Reader, Post.ID?) async throws -> [PostView]

    static let limit = 50

    /// The public call, in the session of each reader.
    static func session(
        _ name: String,
        _ owner: StoreOwner,
        _ readers: [Reader]
    ) async throws -> Contender {
        var sessions: [User.ID: UserSession] = [:]
        for reader in readers { sessions[reader.id] = try await owner.session(of: reader) }
        return Contender(name: name) { [sessions] reader, cursor in
            try await sessions[reader.id]?.timeline(before: cursor, limit: limit).posts ?? []
        }
    }

    /// Inboxes in Redis.
    static func redis(_ inboxes: RedisInboxes) -> Contender {
        Contender(name: "Redis inboxes") { reader, cursor in
            try inboxes.page(reader, before: cursor, limit: limit)
        }
    }

    /// The lateral query of PostgreSQL.
    static func postgres(_ timeline: PostgresTimeline) -> Contender {
        Contender(name: "PostgreSQL lateral") { reader, cursor in
            try timeline.page(reader, before: cursor)
        }
    }
}
