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
