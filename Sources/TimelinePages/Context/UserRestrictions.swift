/// The restrictions that the viewer of a page has set for a user, if the page offers to change them.
public struct UserRestrictions: Hashable, Sendable {
    /// Whether the viewer has muted the user, or `nil` if the page does not offer it.
    public var isMuted: Bool?
    /// Whether the viewer has blocked the user, or `nil` if the page does not offer it.
    public var isBlocked: Bool?

    /// Creates a value, by default for a page that offers neither.
    public init(isMuted: Bool? = nil, isBlocked: Bool? = nil) {
        self.isMuted = isMuted
        self.isBlocked = isBlocked
    }
}
