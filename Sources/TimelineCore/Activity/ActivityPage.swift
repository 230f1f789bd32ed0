public import Foundation

/// A page of a user's activity, newest arrivals first.
public typealias ActivityPage = Page<ActivityItem, ActivityCursor>

extension ActivityItem: PageItem {
    /// The key of the items in an encoded page: "activity".
    public static var pageKey: String { "activity" }
}

extension ActivityPage {
    /// The maximum number of new items that are counted.
    public static var countLimit: Int { 100 }

    /// Groups the items of this page by kind, post, day, and whether they are new.
    ///
    /// Each group appears at the position of its newest item.
    ///
    /// - Parameter timeZone: The time zone that determines the boundaries of days.
    /// - Returns: The groups, none of which is empty.
    public func groups(in timeZone: TimeZone) -> [ActivityGroup] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        var order: [GroupKey] = []
        var members: [GroupKey: [ActivityItem]] = [:]
        for item in items {
            let key = GroupKey(
                kind: item.kind,
                post: item.post?.id,
                isNew: item.isNew,
                day: calendar.startOfDay(for: item.createdAt)
            )
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(item)
        }
        return order.compactMap { members[$0] }.map(ActivityGroup.init)
    }
}

/// The properties that all items of a group have in common.
private struct GroupKey: Hashable {
    let kind: ActivityKind
    let post: Post.ID?
    let isNew: Bool
    let day: Date
}

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

/// A cursor for a user's activity: the position of the item after which the next page starts.
///
/// The text form consists of the arrival number in 16 hexadecimal digits, the 20 characters of the
/// stamp, a digit for the kind, the 36 characters of the user's ID, a period, and the epoch of the
/// last visit. Texts with the same last visit are in the order of the activity.
public struct ActivityCursor: Hashable, Sendable {
    let position: ActivityEvent.Position
    /// The epoch of the user's last visit before the first page was read.
    ///
    /// On every page, items that arrived after this epoch are marked as new.
    let lastVisit: Int

    init(_ position: ActivityEvent.Position, lastVisit: Int) {
        self.position = position
        self.lastVisit = lastVisit
    }
}

extension ActivityItem {
    /// The cursor of the page that starts after this item, or `nil` if the item was not read from a
    /// store.
    ///
    /// It does not contain the last visit: on pages that start after it, all items are new.
    package var cursor: ActivityCursor? { position.map { ActivityCursor($0, lastVisit: 0) } }
}

extension ActivityCursor: LosslessStringConvertible {
    /// Parses a cursor from its text form, or returns `nil` if the text is not a valid cursor.
    public init?(_ description: String) {
        var rest = description[...]
        let parts = [Self.arrivalLength, Self.stampLength, 1, Self.userLength, 1]
            .map { length in
                defer { rest = rest.dropFirst(length) }
                return String(rest.prefix(length))
            }
        guard let arrival = Int(parts[0], radix: 16), let stamp = PushID(parts[1]),
            let kind = parts[2].first?.wholeNumberValue.flatMap(ActivityKind.init(rank:)),
            let user = User.ID(parts[3]), parts[4] == ".", let lastVisit = Int(rest),
            arrival >= 0, lastVisit >= 0
        else { return nil }
        self.init(
            ActivityEvent.Position(arrival: arrival, stamp: stamp, kind: kind, user: user),
            lastVisit: lastVisit
        )
    }

    /// Parses the text form.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        guard let cursor = Self(text) else { throw .invalidCursor(text) }
        self = cursor
    }

    /// The text form, which has at least 75 characters.
    public var description: String {
        let digits = String(position.arrival, radix: 16)
        let arrival = String(repeating: "0", count: Self.arrivalLength - digits.count) + digits
        return "\(arrival)\(position.stamp)\(position.kind.rank)\(position.user).\(lastVisit)"
    }

    private static let arrivalLength = 16
    private static let stampLength = 20
    private static let userLength = 36
}

extension ActivityCursor: Encodable {
    /// Encodes the cursor as its text form.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
