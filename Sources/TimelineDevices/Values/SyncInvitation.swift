public import Foundation

/// An invitation that nobody has used yet.
public struct SyncInvitation: Hashable, Sendable, Identifiable {
    /// The ID: 32 hexadecimal digits.
    ///
    /// Treat it like the link, because it is the token.
    public let id: String
    /// The date at which the invitation expires.
    public let expiresAt: Date
}
