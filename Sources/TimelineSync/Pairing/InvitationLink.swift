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

extension InvitationLink {
    /// The version of the encoding.
    private static let version = "1"

    /// The text of the link.
    public var description: String {
        Self.prefix + Self.version + "/" + Base64URL.encode(encoded)
    }

    private var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(6)
        writer.write(root)
        writer.write(username)
        writer.write(addresses: addresses)
        writer.write(token)
        writer.write(expiry)
        writer.optional(box) { $0.write($1) }
        return writer.bytes
    }

    /// Parses a link.
    ///
    /// - Parameter text: The text of the link, without white space. It may come from a stranger.
    /// - Throws: ``PairingError/linkTooLong``, ``PairingError/notInvitationLink``,
    ///   ``PairingError/linkVersion``, ``PairingError/malformedLink(_:)``,
    ///   ``PairingError/invalidUsername``, ``PairingError/addressCount(_:)`` or
    ///   ``PairingError/addressScheme(_:)``.
    public init(parsing text: String) throws(PairingError) {
        guard text.utf8.count <= PairingLimits.linkBytes else { throw .linkTooLong }
        guard text.hasPrefix(Self.prefix) else { throw .notInvitationLink }
        let rest = text.dropFirst(Self.prefix.count)
        guard let slash = rest.firstIndex(of: "/") else { throw .notInvitationLink }
        guard rest[..<slash] == Self.version else { throw .linkVersion }
        guard let bytes = Base64URL.decode(rest[slash...].dropFirst()) else {
            throw .malformedLink(.malformed)
        }
        try self.init(decoding: bytes)
    }

    private init(decoding bytes: [UInt8]) throws(PairingError) {
        var reader = CBORReader(bytes)
        let fields:
            (
                root: VerifyingKey, username: String, addresses: [PeerAddress],
                token: SyncToken, expiry: UInt64, box: EncryptionKey?
            )
        do throws(RecordError) {
            try reader.array(of: 6)
            fields = (
                try reader.value(), try reader.text(),
                try reader.addresses(atMost: PairingLimits.linkAddresses), try reader.value(),
                try reader.milliseconds(),
                try reader.optional { reader throws(RecordError) in try reader.value() }
            )
            try reader.finish()
        } catch {
            throw .malformedLink(error)
        }
        try self.init(
            root: fields.root,
            username: fields.username,
            addresses: fields.addresses,
            token: fields.token,
            expiry: fields.expiry,
            box: fields.box
        )
    }
}

/// Base 64 with the alphabet for URLs and without padding (RFC 4648, section 5).
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    /// Encodes bytes as text.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text, or returns `nil` if it is not the canonical encoding of any bytes.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(digit)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        // Unused bits must be zero, and six unused bits would mean a superfluous character.
        guard bitCount < 6, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }
}
