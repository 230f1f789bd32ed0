package import Foundation
import TimelineCore

/// The sync state as shown on the settings page.
///
/// Parts between grave accents are shown as code.
package struct SyncModel: Sendable {
    /// A user, folder or address that the viewer syncs with.
    package struct Peer: Hashable, Sendable {
        /// The name and place of the peer.
        package let title: String
        /// The time at which both were last equal, or the failure of the last sync.
        package let state: String

        /// Creates a peer.
        package init(title: String, state: String) {
            self.title = title
            self.state = state
        }
    }

    /// The peers.
    package var peers: [Peer]
    /// Sentences about the last sync, and about missing or omitted data with the reasons.
    package var sentences: [String]
    /// The steps that the viewer should take, such as exporting their identity.
    package var reminders: [String]

    /// Creates a model.
    package init(peers: [Peer], sentences: [String], reminders: [String]) {
        self.peers = peers
        self.sentences = sentences
        self.reminders = reminders
    }
}

/// An invitation as shown on its page.
package struct InvitationModel: Hashable, Sendable {
    /// The link for the friend.
    package let link: String
    /// The date at which the invitation expires.
    package let expiresAt: Date
    /// Whether the link contains an address of the viewer's device.
    package let hasAddress: Bool

    /// Creates a model.
    package init(link: String, expiresAt: Date, hasAddress: Bool) {
        self.link = link
        self.expiresAt = expiresAt
        self.hasAddress = hasAddress
    }
}
