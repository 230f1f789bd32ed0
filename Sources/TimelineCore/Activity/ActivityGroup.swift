public import Foundation

/// Items of a page of activity that are shown as one sentence, such as "ana and 3 others liked your
/// post".
public struct ActivityGroup: Hashable, Sendable {
    /// The items, newest arrival first.
    public let items: [ActivityItem]
    private let newest: ActivityItem
    /// The users that did it, each once, newest first.
    public let users: [User]

    /// Groups items; `items` must not be empty.
    init(_ items: [ActivityItem]) {
        self.items = items
        newest = items[0]
        var known: Set<User.ID> = []
        users = items.map(\.user).filter { known.insert($0.id).inserted }
    }

    /// The kind of all items.
    public var kind: ActivityKind { newest.kind }
    /// The post of all items; `nil` for follows.
    public var post: PostView? { newest.post }
    /// Whether all items, or none, arrived after the viewer's last visit.
    public var isNew: Bool { newest.isNew }
    /// The date of the newest item.
    public var createdAt: Date { newest.createdAt }
}
