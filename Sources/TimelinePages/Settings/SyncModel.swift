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
        /// The folder or address, which the viewer can remove from the list, if any.
        package let place: String?

        /// Creates a peer.
        package init(title: String, state: String, place: String? = nil) {
            self.title = title
            self.state = state
            self.place = place
        }
    }

    /// The peers.
    package var peers: [Peer]
    /// Whether one of the peers has a folder or an address.
    package var hasPlaces: Bool
    /// Sentences about the last sync, and about missing or omitted data with the reasons.
    package var sentences: [String]
    /// The steps that the viewer should take, such as exporting their identity.
    package var reminders: [String]

    /// Creates a model.
    package init(
        peers: [Peer],
        hasPlaces: Bool = false,
        sentences: [String],
        reminders: [String]
    ) {
        self.peers = peers
        self.hasPlaces = hasPlaces
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
    /// The address of the page on this server that explains and offers the link, if the friend
    /// reaches the server.
    package let page: String?

    /// Creates a model.
    package init(link: String, expiresAt: Date, hasAddress: Bool, page: String? = nil) {
        self.link = link
        self.expiresAt = expiresAt
        self.hasAddress = hasAddress
        self.page = page
    }
}

/// The values that the page for syncing and devices shows.
package struct DevicesModel: Sendable {
    /// A device of the viewer.
    package struct Device: Hashable, Sendable {
        /// The ID of the device key.
        package let id: String
        /// The name, if the viewer has set one.
        package let name: String?
        package let addedAt: Date
        /// The date at which it was revoked, if it was.
        package let revokedAt: Date?
        /// Whether it is the machine with this server.
        package let isThis: Bool

        /// Creates a device.
        package init(id: String, name: String?, addedAt: Date, revokedAt: Date?, isThis: Bool) {
            self.id = id
            self.name = name
            self.addedAt = addedAt
            self.revokedAt = revokedAt
            self.isThis = isThis
        }
    }

    /// The devices, oldest first.
    package var devices: [Device]
    /// The state of sync.
    package var sync: SyncModel
    /// The last sync that the viewer has started on the pages.
    package var run: SyncRun

    /// Creates the values.
    package init(devices: [Device], sync: SyncModel, run: SyncRun) {
        self.devices = devices
        self.sync = sync
        self.run = run
    }
}

/// A form on the page for syncing and devices.
package enum DeviceForm: Hashable, Sendable {
    case sync, name, revoke, pair, identity
}

/// A sync that a viewer has started on the pages.
package enum SyncRun: Hashable, Sendable {
    /// What has happened at one place.
    package struct Outcome: Hashable, Sendable {
        /// The path of a folder or an address.
        package let place: String
        /// What has happened, as a sentence.
        package let sentence: String
        /// Whether the sync has failed.
        package let isFailure: Bool

        /// Creates an outcome.
        package init(place: String, sentence: String, isFailure: Bool = false) {
            self.place = place
            self.sentence = sentence
            self.isFailure = isFailure
        }
    }

    /// The viewer has started none since the server started.
    case none
    /// The sync is in progress, with the number of places that are done, and of all.
    case running(done: Int, total: Int)
    /// The sync has ended.
    case finished([Outcome], at: Date)
}

/// The file for a new device, and the code that opens it.
package struct PairingModel: Sendable {
    package let file: Data
    package let code: String

    /// Creates a model.
    package init(file: Data, code: String) {
        self.file = file
        self.code = code
    }
}
