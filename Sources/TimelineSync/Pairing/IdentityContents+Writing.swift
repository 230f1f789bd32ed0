import TimelineCore

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
