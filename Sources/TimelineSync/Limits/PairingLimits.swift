/// The limits of pairing files, identity exports and invitation links.
package enum PairingLimits {
    /// The maximum length of a sealed file: 4 MiB, in bytes.
    package static let sealedFile = 4 << 20
    /// The maximum number of peers in a sealed file.
    package static let peers = 1000
    /// The maximum number of addresses per peer.
    package static let peerAddresses = 8
    /// The maximum length of a peer's name, in UTF-8 bytes.
    package static let peerName = 200
    /// The maximum number of records in a sealed file.
    package static let records = 10_000
    /// The maximum length of an email in UTF-8 bytes (RFC 5321, section 4.5.3.1.3).
    package static let email = 254
    /// The maximum length of a password hash in bytes.
    package static let passwordHash = 512
    /// The maximum length of an address in bytes.
    package static let address = 255
    /// The maximum length of an invitation link in bytes.
    package static let linkBytes = 2048
    /// The maximum number of addresses in an invitation link.
    package static let linkAddresses = 8
    /// The time after which an invitation expires: 7 days, in milliseconds.
    package static let invitation: UInt64 = 7 * 86_400_000
}
