public import Foundation

/// The sync state as shown on the settings page.
///
/// Parts between grave accents are shown as code.
public struct SyncModel: Sendable {
    /// A user, folder or address that the viewer syncs with.
    public struct Peer: Hashable, Sendable {
        /// The name and place of the peer.
        public let title: String
        /// The time at which both were last equal, or the failure of the last sync.
        public let state: String

        /// Creates a peer.
        public init(title: String, state: String) {
            self.title = title
            self.state = state
        }
    }

    /// The peers.
    public var peers: [Peer]
    /// Sentences about the last sync, and about missing or omitted data with the reasons.
    public var sentences: [String]
    /// The steps that the viewer should take, such as exporting their identity.
    public var reminders: [String]

    /// Creates a model.
    public init(peers: [Peer], sentences: [String], reminders: [String]) {
        self.peers = peers
        self.sentences = sentences
        self.reminders = reminders
    }
}

/// An invitation as shown on its page.
public struct InvitationModel: Hashable, Sendable {
    /// The link for the friend.
    public let link: String
    /// The date at which the invitation expires.
    public let expiresAt: Date
    /// Whether the link contains an address of the viewer's device.
    public let hasAddress: Bool

    /// Creates a model.
    public init(link: String, expiresAt: Date, hasAddress: Bool) {
        self.link = link
        self.expiresAt = expiresAt
        self.hasAddress = hasAddress
    }
}
