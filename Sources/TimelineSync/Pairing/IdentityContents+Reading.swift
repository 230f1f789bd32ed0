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
