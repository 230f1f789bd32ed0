public import Foundation

/// An invitation that nobody has used yet.
public struct SyncInvitation: Hashable, Sendable, Identifiable {
    /// The ID: 32 hexadecimal digits.
    ///
    /// It is the token of the invitation, so protect it like the link.
    public let id: String
    /// The date at which the invitation expires.
    public let expiresAt: Date
}
