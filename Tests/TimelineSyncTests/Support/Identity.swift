import Testing
import TimelineCore
import TimelineSync

/// The contents of pairing files for tests.
struct Identity {
    let author: Author
    let account = IdentityAccount(
        username: "anna",
        email: "anna.canary@example.org",
        passwordHash: "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$Y2FuYXJ5"
    )
    let box: NoiseKey
    let folderKey = [UInt8](repeating: 0xF0, count: 32)

    init() throws {
        author = try Author(1)
        box = try #require(NoiseKey(bytes: Array(repeating: 0xB0, count: 32)))
    }

    /// Returns contents with two peers and the user's keys.
    func contents(
        rootSecret: RootSecret? = nil,
        account: IdentityAccount? = nil,
        isExport: Bool = false,
        peers: [KnownPeer]? = nil
    ) throws -> IdentityContents {
        let root = author.root
        let device = DeviceSecrets(device: author.devices[1], box: box)
        return try IdentityContents(
            root: root.verifyingKey,
            rootSecret: rootSecret ?? .key(root),
            account: account ?? self.account,
            device: isExport ? nil : device,
            folderSeal: isExport ? nil : FolderSeal(key: folderKey),
            peers: try peers ?? self.peers(),
            records: try author.keyRecords().map { SignedRecord($0) }
        )
    }

    /// Returns two peers, not in order.
    func peers() throws -> [KnownPeer] {
        let ben = try Author(2)
        let address = try PeerAddress(parsing: "tcp://192.168.1.20:4242")
        return [
            KnownPeer(user: ben.id, device: ben.devices[0].id, name: nil, addresses: []),
            KnownPeer(
                user: author.id,
                device: author.devices[0].id,
                name: "Phone",
                addresses: [address]
            ),
        ]
    }
}
