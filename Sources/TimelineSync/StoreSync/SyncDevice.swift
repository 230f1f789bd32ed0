public import Foundation
public import TimelineCore

/// A device of a user.
public struct SyncDevice: Hashable, Sendable, Identifiable {
    /// The ID of the device key.
    public let id: KeyID
    /// The name of the device, if the user has set one here.
    public let name: String?
    /// The date at which the device was added.
    public let addedAt: Date
    /// The date at which the device was revoked, or `nil` if it has not been revoked.
    public let revokedAt: Date?
    /// Whether this entry describes the device that runs this code.
    public let isThis: Bool
}
