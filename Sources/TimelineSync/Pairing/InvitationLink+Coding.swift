import TimelineCore

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
    ///   ``PairingError/linkVersion``, ``PairingError/malformedLink(_:)``, or an error of
    ///   ``init(root:username:addresses:token:expiry:box:)``.
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
