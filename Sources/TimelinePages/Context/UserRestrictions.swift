/// Whether the viewer of a page has muted or blocked a user, if the page offers to change it.
public struct UserRestrictions: Hashable, Sendable {
    /// Whether the viewer has muted the user, or `nil` if the page does not offer muting.
    public var isMuted: Bool?
    /// Whether the viewer has blocked the user, or `nil` if the page does not offer blocking.
    public var isBlocked: Bool?

    /// Creates a value.
    ///
    /// By default, the page offers neither muting nor blocking.
    public init(isMuted: Bool? = nil, isBlocked: Bool? = nil) {
        self.isMuted = isMuted
        self.isBlocked = isBlocked
    }
}
