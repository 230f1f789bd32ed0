public import Foundation
public import TimelineCore

/// The circumstances in which a page is written.
public struct PageContext: Sendable {
    /// The reader; `nil` for a guest.
    public var viewer: User?
    /// The token of the forms.
    public var token: String
    /// The addresses.
    public var links: PageLinks
    /// The path and query of this page, to which forms return.
    public var path: String
    /// The present.
    public var now: Date
    /// The time zone of days and times.
    public var timeZone: TimeZone
    /// The colours.
    public var theme: Theme
    /// Whether keyboard shortcuts work.
    public var hasShortcuts: Bool
    /// The number of unread activities.
    public var unreadActivities: Int
    /// The number of posts that are newer than the last ones the reader has seen; 0 on the home
    /// page itself.
    public var newPosts: Int
    /// A message about the previous action.
    public var toast: Toast?
    /// Whether the page may open the stream ``Destination/live``.
    public var isLive: Bool
    /// Whether visitors may sign up.
    public var allowsSignUp: Bool

    /// Creates a context.
    public init(
        viewer: User?,
        token: String,
        path: String,
        now: Date,
        timeZone: TimeZone = .current,
        links: PageLinks = PageLinks(),
        theme: Theme = .device,
        hasShortcuts: Bool = true,
        unreadActivities: Int = 0,
        newPosts: Int = 0,
        toast: Toast? = nil,
        isLive: Bool = true,
        allowsSignUp: Bool = true
    ) {
        self.viewer = viewer
        self.token = token
        self.path = path
        self.now = now
        self.timeZone = timeZone
        self.links = links
        self.theme = theme
        self.hasShortcuts = hasShortcuts
        self.unreadActivities = unreadActivities
        self.newPosts = newPosts
        self.toast = toast
        self.isLive = isLive
        self.allowsSignUp = allowsSignUp
    }
}

/// A message that has no place on a page.
public struct Toast: Hashable, Sendable {
    /// The message, a sentence.
    public let message: String

    /// Creates a message.
    public init(_ message: String) {
        self.message = message
    }
}
