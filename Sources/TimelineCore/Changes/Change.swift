/// A change to the shared data, made by its author.
///
/// Shared data is written only through changes.
///
/// The stamp identifies the change and determines its order. Each settable value is an LWW
/// register, in which the newest stamp wins. The stamp of an added post or comment is also its ID.
/// Two different changes never share a stamp. A batch that violates this rule for posts or comments
/// is rejected.
///
/// ```swift
/// let follow = Change(stamp: stamp, author: leia, action: .followed(han))
/// try await owner.apply([follow])
/// ```
public struct Change: Hashable, Sendable {
    /// The ID of the change, which includes the creation time.
    public let stamp: PushID
    /// The ID of the user that made the change.
    public let author: User.ID
    /// The action that the change performs.
    public let action: Intent

    /// Creates a change.
    public init(stamp: PushID, author: User.ID, action: Intent) {
        self.stamp = stamp
        self.author = author
        self.action = action
    }
}
