import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The route for the user's activity, `/activity`: likes, comments, mentions and new followers.
struct ActivityRoute {
    /// The helper that adds routes for pages.
    let pages: PageRoutes

    /// The maximum number of activities on a page, before they are grouped.
    private static let limit = 50

    /// Adds the route to the router.
    func add() {
        pages.page("activity") { session, scope in
            let cursor = try scope.query("before").map(ActivityCursor.init(parsing:))
            let page = try await session.activity(after: cursor, limit: Self.limit)
            let entries = page.groups(in: .current).flatMap(ActivityEntry.entries)
            let followed = try await session.followed(among: entries.compactMap(\.follower))
            if cursor == nil { try await session.markShown(page) }
            // Create the pages last, so that they no longer count the activities on this page as
            // unread.
            let pages = try await scope.pages()
            return pages.activity(
                entries,
                next: page.next?.description,
                followed: followed
            )
        }
    }
}

extension ActivityEntry {
    /// The maximum number of users that a page shows for a group; the rest are only counted.
    private static let userLimit = 3

    /// The ID of the new follower if the entry has only one.
    ///
    /// Such an entry contains a button to follow back.
    fileprivate var follower: User.ID? {
        guard case .follows = kind, count == 1 else { return nil }
        return users.first?.id
    }

    /// Returns the entries for a group.
    ///
    /// Likes and follows are combined into one entry. Each comment or mention has its own entry
    /// with its text.
    fileprivate static func entries(_ group: ActivityGroup) -> [ActivityEntry] {
        switch group.kind {
        case .like: [entry(.likes, for: group)]
        case .follow: [entry(.follows, for: group)]
        case .comment, .mention: group.items.map(entry)
        }
    }

    private static func entry(_ kind: Kind, for group: ActivityGroup) -> ActivityEntry {
        ActivityEntry(
            kind,
            by: Array(group.users.prefix(userLimit)),
            count: group.users.count,
            post: group.post,
            date: group.createdAt,
            isUnread: group.isNew
        )
    }

    /// Returns the entry for a comment, or for a mention in a comment or a caption.
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
