public import TimelineCore

/// An error in a pairing code, a sealed file or its contents, an address, or an invitation link.
public enum PairingError: Error, Hashable, Sendable {
    // MARK: Codes

    /// A pairing code does not have ``PairingCode/characterCount`` characters.
    ///
    /// `count` is the number of characters without dashes and spaces.
    case codeLength(count: Int)
    /// A pairing code contains an invalid character.
    case codeCharacter(Character)
    /// The last character of a pairing code does not match the others, so one was mistyped.
    case codeCheck

    // MARK: Sealed files

    /// A sealed file is longer than 4 MiB.
    ///
    /// `bytes` is the length of the rejected file.
    case fileTooLong(bytes: Int)
    /// The bytes do not start with the header of a sealed file.
    case notSealedFile
    /// A sealed file has a version that this version of Timeline cannot read.
    case fileVersion(UInt8)
    /// A sealed file has a purpose that this version of Timeline does not know.
    case filePurpose(UInt8)
    /// A sealed file ends early.
    case truncatedFile
    /// The secret is wrong, or the sealed bytes were changed.
    ///
    /// The two cases cannot be distinguished.
    case wrongSecret
    /// A derived key has a length other than 32 bytes, or the crypto library failed.
    case sealingFailed

    // MARK: Identity contents

    /// The contents have a version that this version of Timeline cannot read.
    case contentsVersion(UInt64)
    /// A value of the contents is malformed.
    case malformedContents(RecordError)
    /// The private root key in the contents does not match the public root key.
    case wrongRootKey
    /// A value of the contents exceeds its limits.
    case invalidContents(Field)

    // MARK: Addresses and invitation links

    /// The text is not an address such as `tcp://host:port`.
    case invalidAddress
    /// The text does not start with ``InvitationLink/prefix``.
    case notInvitationLink
    /// A link has a version that this version of Timeline cannot read.
    case linkVersion
    /// A link is longer than 2,048 bytes.
    case linkTooLong
    /// A value of a link is malformed.
    case malformedLink(RecordError)
    /// The username in a link is not valid.
    case invalidUsername
    /// A link contains more than eight addresses, or a duplicate address.
    case addressCount(Int)
    /// A link contains an address with a scheme that is not allowed in links.
    case addressScheme(PeerAddress.Scheme)

    /// A value in the contents of a file that can exceed its limits.
    public enum Field: CaseIterable, Hashable, Sendable {
        /// The username.
        case username
        /// The email.
        case email
        /// The password hash.
        case passwordHash
        /// The peers.
        case peers
        /// The records.
        case records
    }
}

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
