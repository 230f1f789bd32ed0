/// Whether the viewer of a page has muted or blocked a user, if the page offers to change it.
package struct UserRestrictions: Hashable, Sendable {
    /// Whether the viewer has muted the user, or `nil` if the page does not offer muting.
    package var isMuted: Bool?
    /// Whether the viewer has blocked the user, or `nil` if the page does not offer blocking.
    package var isBlocked: Bool?

    /// Creates a value.
    ///
    /// By default, the page offers neither muting nor blocking.
    package init(isMuted: Bool? = nil, isBlocked: Bool? = nil) {
        self.isMuted = isMuted
        self.isBlocked = isBlocked
    }
}
