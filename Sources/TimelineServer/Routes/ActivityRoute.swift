#if Server
import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The likes, comments, mentions and new followers of the user, `/activity`.
struct ActivityRoute {
    /// Adds pages.
    let pages: PageRoutes

    /// The number of activities on a page, before they are grouped.
    private static let limit = 50

    /// Adds the route.
    func add() {
        pages.page("activity") { session, visit in
            let cursor = try visit.activityCursor()
            let page = try await session.activity(after: cursor, limit: Self.limit)
            let entries = page.groups(in: .current).flatMap(ActivityEntry.entries)
            let followed = try await session.followed(in: entries)
            if cursor == nil { try await session.markShown(page) }
            // The user has seen them now.
            let pages = try await visit.pages()
            return pages.activity(
                entries,
                next: page.next?.description,
                followed: followed
            )
        }
    }
}

extension Visit {
    /// The activity before which a page starts; `nil` for the first page.
    fileprivate func activityCursor() throws(TimelineError) -> ActivityCursor? {
        guard let text = query("before") else { return nil }
        guard let cursor = ActivityCursor(text) else { throw .invalidCursor(text) }
        return cursor
    }
}

extension UserSession {
    /// The users of single follows that the viewer follows, too.
    fileprivate func followed(in entries: [ActivityEntry]) async throws -> Set<User.ID> {
        var followed = Set<User.ID>()
        for entry in entries {
            guard case .follows = entry.kind, entry.count == 1, let user = entry.users.first else {
                continue
            }
            if try await profile(of: user.id).followedByViewer { followed.insert(user.id) }
        }
        return followed
    }
}

extension ActivityEntry {
    /// The maximum number of users that a page shows for a group; the rest are only counted.
    private static let userLimit = 3

    /// The entries of a group: likes and follows are one, comments and mentions have their words.
    fileprivate static func entries(_ group: ActivityGroup) -> [ActivityEntry] {
        switch group.kind {
        case .like: [entry(.likes, group)]
        case .follow: [entry(.follows, group)]
        case .comment, .mention: group.items.map(entry)
        }
    }

    private static func entry(_ kind: Kind, _ group: ActivityGroup) -> ActivityEntry {
        ActivityEntry(
            kind,
            by: Array(group.users.prefix(userLimit)),
            count: group.users.count,
            post: group.post,
            date: group.createdAt,
            isUnread: group.isNew
        )
    }

    /// The entry of a comment, or of a mention in a comment or a caption.
    private static func entry(_ item: ActivityItem) -> ActivityEntry {
        let text = item.comment?.text ?? item.post?.caption ?? ""
        let kind: Kind =
            switch (item.kind, item.comment) {
            case (.comment, let comment?): .comment(comment.id, text: text)
            default: .mention(item.comment?.id, text: text)
            }
        return ActivityEntry(
            kind,
            by: [item.user],
            count: 1,
            post: item.post,
            date: item.createdAt,
            isUnread: item.isNew
        )
    }
}
#endif
