public import Foundation

/// A page of a user's activity, newest arrival first.
public typealias ActivityPage = Page<ActivityItem, ActivityCursor>

extension ActivityItem: PageItem {
    /// The key of items in an encoded page.
    public static var pageKey: String { "activity" }
}

extension ActivityPage {
    /// The number at which the count of new items stops.
    public static var countLimit: Int { 100 }

    /// Returns the items of this page in groups with the same kind, post, day and newness, each at
    /// the place of its newest item.
    ///
    /// - Parameter timeZone: The time zone in which days begin.
    /// - Returns: The groups; none is empty.
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

/// The facts that the items of a group have in common.
private struct GroupKey: Hashable {
    let kind: ActivityKind
    let post: Post.ID?
    let isNew: Bool
    let day: Date
}
