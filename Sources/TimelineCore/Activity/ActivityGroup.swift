public import Foundation

/// Activity items on a page that are shown as one sentence, such as "ana and 3 others liked your
/// post".
public struct ActivityGroup: Hashable, Sendable {
    /// The items of the group, newest arrivals first.
    public let items: [ActivityItem]
    private let newest: ActivityItem
    /// The users that acted, without duplicates, in the order of their newest items.
    public let users: [User]

    /// Creates a group from the given items, which must not be empty.
    init(_ items: [ActivityItem]) {
        self.items = items
        newest = items[0]
        var known: Set<User.ID> = []
        users = items.map(\.user).filter { known.insert($0.id).inserted }
    }

    /// The kind that all items have in common.
    public var kind: ActivityKind { newest.kind }
    /// The post that all items refer to, or `nil` for follows.
    public var post: PostView? { newest.post }
    /// Whether the items arrived after the viewer's last visit.
    ///
    /// The value is the same for all items of the group.
    public var isNew: Bool { newest.isNew }
    /// The date of the newest item.
    public var createdAt: Date { newest.createdAt }
}
