import TimelineCore

extension IdentityContents {
    /// Decodes contents.
    ///
    /// - Parameter bytes: The decrypted bytes of a sealed file. Its author knew the secret, but the
    ///   records are unverified.
    /// - Throws: ``PairingError/contentsVersion(_:)``, ``PairingError/malformedContents(_:)``,
    ///   ``PairingError/wrongRootKey`` or ``PairingError/invalidContents(_:)``.
    package init(decoding bytes: [UInt8]) throws(PairingError) {
        let fields: Fields
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            fields = try Fields(reading: &reader)
            try reader.finish()
        } catch .unsupportedVersion(let version) {
            throw .contentsVersion(version)
        } catch {
            throw .malformedContents(error)
        }
        try self.init(
            root: fields.root,
            rootSecret: fields.rootSecret,
            account: fields.account,
            device: fields.device,
            folderSeal: fields.folderSeal,
            peers: fields.peers,
            records: fields.records
        )
        // Peers must be sorted, so that each value has exactly one encoding.
        guard peers == fields.peers else { throw .malformedContents(.malformed) }
    }

    /// The decoded values, before their limits are checked.
    private struct Fields {
        let root: VerifyingKey
        let rootSecret: RootSecret
        let account: IdentityAccount
        let device: DeviceSecrets?
        let folderSeal: FolderSeal?
        var peers: [KnownPeer] = []
        var records: [SignedRecord] = []

        init(reading reader: inout CBORReader) throws(RecordError) {
            let count = try reader.array()
            let version = try reader.unsigned()
            guard version == IdentityContents.version else { throw .unsupportedVersion(version) }
            guard count == 8 else { throw .malformed }
            root = try reader.value()
            rootSecret = try reader.rootSecret()
            account = try reader.account()
            device = try reader.optional { reader throws(RecordError) in
                try reader.deviceSecrets()
            }
            folderSeal = try reader.optional { reader throws(RecordError) in
                guard let seal = FolderSeal(key: Array(try reader.byteString())) else {
                    throw .malformed
                }
                return seal
            }
            for _ in 0..<(try reader.array()) { peers.append(try reader.peer()) }
            for _ in 0..<(try reader.array()) {
                records.append(try SignedRecord(decoding: Array(try reader.byteString())))
            }
        }
    }
}

extension CBORReader {
    fileprivate mutating func rootSecret() throws(RecordError) -> RootSecret {
        try array(of: 2)
        if try flag() { return .sealed(try value()) }
        return .key(try signingKey())
    }

    fileprivate mutating func signingKey() throws(RecordError) -> SigningKey {
        guard let key = SigningKey(seed: Array(try byteString())) else { throw .malformed }
        return key
    }

    fileprivate mutating func account() throws(RecordError) -> IdentityAccount {
        try array(of: 3)
        return IdentityAccount(username: try text(), email: try text(), passwordHash: try text())
    }

    fileprivate mutating func deviceSecrets() throws(RecordError) -> DeviceSecrets {
        try array(of: 2)
        let device = try signingKey()
        guard let box = NoiseKey(bytes: Array(try byteString())) else { throw .malformed }
        return DeviceSecrets(device: device, box: box)
    }

    fileprivate mutating func peer() throws(RecordError) -> KnownPeer {
        try array(of: 4)
        return KnownPeer(
            user: try value(),
            device: try value(),
            name: try optional { reader throws(RecordError) in try reader.text() },
            addresses: try addresses(atMost: PairingLimits.peerAddresses)
        )
    }
}

extension IdentityContents {
    /// The version of the encoding.
    static let version: UInt64 = 1

    /// The contents encoded as deterministic CBOR, without encryption.
    ///
    /// Seal it in a ``SealedFile`` before it is written anywhere.
    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(8)
        writer.write(Self.version)
        writer.write(root)
        writer.write(rootSecret)
        writer.array(3)
        writer.write(account.username)
        writer.write(account.email)
        writer.write(account.passwordHash)
        writer.optional(device) { writer, device in
            writer.array(2)
            writer.write(device.device.seed)
            writer.write(device.box.bytes)
        }
        writer.optional(folderSeal) { $0.write($1.keyBytes) }
        writer.array(peers.count)
        for peer in peers { writer.write(peer) }
        writer.array(records.count)
        for record in records { writer.write(record.encoded) }
        return writer.bytes
    }
}

extension CBORWriter {
    fileprivate mutating func write(_ secret: RootSecret) {
        array(2)
        switch secret {
        case .key(let key):
            write(flag: false)
            write(key.seed)
        case .sealed(let seal):
            write(flag: true)
            write(seal)
        }
    }

    fileprivate mutating func write(_ peer: KnownPeer) {
        array(4)
        write(peer.user)
        write(peer.device)
        optional(peer.name) { $0.write($1) }
        write(addresses: peer.addresses)
    }
}
