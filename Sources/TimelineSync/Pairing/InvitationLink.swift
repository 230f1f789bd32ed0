public import TimelineCore

/// An invitation to follow a user and to fetch their records once.
///
/// The text is `timeline://follow/1/` and deterministic CBOR in base64url. Anyone with the link may
/// fetch the user's records until the invitation expires, so show it only to the user.
public struct InvitationLink: Hashable, Sendable, CustomStringConvertible {
    /// The prefix of every link; a version and a slash follow it.
    public static let prefix = "timeline://follow/"

    /// The public root key of the user to follow.
    public let root: VerifyingKey
    /// The username of this user.
    public let username: String
    /// The addresses of the inviting device, the best one first.
    public let addresses: [PeerAddress]
    /// The token that identifies the invitation.
    package let token: SyncToken
    /// The time in milliseconds since 1970 after which the invitation has expired.
    public let expiry: UInt64
    /// The box key of the inviting device: over TCP, only the owner of this key receives the token.
    ///
    /// The invited device compares this key with the key of the connection before sending the
    /// token. Otherwise, anyone at the address could obtain the token.
    public let box: EncryptionKey?

    /// The ID of the user to follow, which is derived from the root key.
    public var user: User.ID { User.ID(rootKey: root) }

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - root: The public root key of the user to follow.
    ///   - username: The username of this user.
    ///   - addresses: The addresses of the inviting device, at most ``PairingLimits/linkAddresses``.
    ///   - token: The token that identifies the invitation.
    ///   - expiry: The time in milliseconds since 1970 after which the invitation has expired.
    ///   - box: The box key of the inviting device.
    /// - Throws: ``PairingError/invalidUsername``, ``PairingError/addressCount(_:)``,
    ///   ``PairingError/addressScheme(_:)`` or ``PairingError/linkTooLong``.
    package init(
        root: VerifyingKey,
        username: String,
        addresses: [PeerAddress],
        token: SyncToken,
        expiry: UInt64,
        box: EncryptionKey? = nil
    ) throws(PairingError) {
        guard Username.accepts(username) else { throw .invalidUsername }
        guard addresses.count <= PairingLimits.linkAddresses,
            Set(addresses).count == addresses.count
        else { throw .addressCount(addresses.count) }
        for address in addresses where !address.scheme.isAllowedInLinks {
            throw .addressScheme(address.scheme)
        }
        self.root = root
        self.username = username
        self.addresses = addresses
        self.token = token
        self.expiry = expiry
        self.box = box
        guard description.utf8.count <= PairingLimits.linkBytes else { throw .linkTooLong }
    }

    /// Returns whether the invitation has expired.
    ///
    /// - Parameter milliseconds: The time in milliseconds since 1970.
    /// - Returns: Whether the time is ``expiry`` or later.
    public func isExpired(at milliseconds: UInt64) -> Bool {
        milliseconds >= expiry
    }
}
