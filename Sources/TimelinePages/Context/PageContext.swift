package import Foundation
package import TimelineCore

/// The data that all pages need, such as the viewer, the current time and the theme.
package struct PageContext: Sendable {
    /// The logged-in user, or `nil` for a guest.
    package var viewer: User?
    /// The token for the forms on the page.
    package var token: String
    /// The addresses of pages, forms and files.
    package var links: PageLinks
    /// The path and query of this page, to which some forms return.
    package var path: String
    /// The current time.
    package var now: Date { didSet { today = LocalTime(now, in: timeZone) } }
    /// The time zone in which days and times are shown.
    package var timeZone: TimeZone { didSet { today = LocalTime(now, in: timeZone) } }
    /// The colour theme of the page.
    package var theme: Theme
    /// Whether keyboard shortcuts are turned on.
    package var hasShortcuts: Bool
    /// The number of activities that the viewer has not seen yet.
    package var unreadActivities: Int
    /// The number of new posts that the bar reserves.
    ///
    /// If it is 0, the reservation is hidden.
    package var newPosts: Int
    /// A message about the previous action, or `nil` if the page shows none.
    package var toast: Toast?
    /// Whether the page may open the stream of live updates, ``Destination/live``.
    package var isLive: Bool
    /// Whether visitors can sign up.
    package var allowsSignUp: Bool
    /// The current time in the time zone of the page, which most dates on the page need.
    private(set) var today: LocalTime

    /// Creates a context.
    package init(
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
        today = LocalTime(now, in: timeZone)
    }
}

/// A short message that is shown on top of a page.
package struct Toast: Hashable, Sendable {
    /// The text of the message, a full sentence.
    package let message: String

    /// Creates a toast with a message.
    package init(_ message: String) {
        self.message = message
    }
}

/// An action whose success the next page confirms with a toast.
///
/// The raw value is that of the query parameter ``parameter``.
package enum Confirmation: String, CaseIterable, Sendable {
    /// The viewer has changed their password.
    case password
    /// The viewer has ended other sessions.
    case sessions
    /// The viewer has muted a user.
    case muted
    /// The viewer has stopped muting a user.
    case unmuted
    /// The viewer has blocked a user.
    case blocked
    /// The viewer has stopped blocking a user.
    case unblocked
    /// The viewer has accepted an invitation.
    case followed
    /// The viewer has accepted an invitation without an address.
    case followedWithoutAddress = "followed-without-address"
    /// The viewer has accepted an invitation during another sync.
    case followedForLater = "followed-for-later"
    /// The viewer has revoked a device.
    case revoked

    /// The name of the query parameter.
    package static let parameter = "done"

    /// The message.
    package var toast: Toast {
        switch self {
        case .password: Toast(SettingsText.changedPassword)
        case .sessions: Toast(SettingsText.endedSessions)
        case .muted: Toast(PeoplePageText.muted)
        case .unmuted: Toast(PeoplePageText.unmuted)
        case .blocked: Toast(PeoplePageText.blocked)
        case .unblocked: Toast(PeoplePageText.unblocked)
        case .followed: Toast(DevicesText.accepted)
        case .followedWithoutAddress: Toast(DevicesText.acceptedWithoutAddress)
        case .followedForLater: Toast(DevicesText.acceptedForLater)
        case .revoked: Toast(DevicesText.revokedDevice)
        }
    }
}

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
