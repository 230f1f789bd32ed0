import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Identity contents")
struct IdentityContentsTests {
    private let identity: Identity

    init() throws { identity = try Identity() }

    @Test("All values survive encoding")
    func roundTrip() throws {
        let contents = try identity.contents()
        let read = try IdentityContents(decoding: contents.encoded)
        #expect(read.encoded == contents.encoded)
        #expect(read.user == identity.author.id)
        #expect(read.account == identity.account)
        #expect(read.device?.device.seed == identity.author.devices[1].seed)
        #expect(read.device?.box.bytes == identity.box.bytes)
        #expect(read.folderSeal?.keyBytes == identity.folderKey)
        #expect(Set(read.peers) == Set(try identity.peers()))
        #expect(read.records == contents.records)
        guard case .key(let root) = read.rootSecret else {
            Issue.record("The root key is sealed.")
            return
        }
        #expect(root.seed == identity.author.root.seed)
    }

    @Test("An export has no device, and its root key can be sealed")
    func export() throws {
        var generator = SplitMix64(seed: 1)
        let seal = try PairingRootKey(
            sealing: identity.author.root,
            secret: [1],
            using: &generator,
            deriveKey: deriveTestKey
        )
        let contents = try identity.contents(rootSecret: .sealed(seal), isExport: true)
        let read = try IdentityContents(decoding: contents.encoded)
        #expect(read.device == nil)
        #expect(read.folderSeal == nil)
        guard case .sealed(seal) = read.rootSecret else {
            Issue.record("The seal is different.")
            return
        }
    }

    @Test("A pairing file contains neither the account nor a key in the clear")
    func canaries() throws {
        var generator = SplitMix64(seed: 1)
        let code = PairingCode(using: &generator)
        let contents = try identity.contents()
        let file = try SealedFile(
            sealing: contents.encoded,
            purpose: .pairing,
            secret: code.secret,
            using: &generator,
            deriveKey: deriveTestKey
        )
        let author = identity.author
        let canaries =
            [author.root.seed, author.devices[1].seed, identity.box.bytes, identity.folderKey]
            + [identity.account.email, identity.account.username, identity.account.passwordHash]
            .map { Array($0.utf8) } + [code.secret, Array(code.text.utf8)]
        for canary in canaries.prefix(7) { #expect(contents.encoded.contains(sequence: canary)) }
        for canary in canaries { #expect(!file.encoded.contains(sequence: canary)) }
        let opened = try SealedFile(decoding: file.encoded)
            .open(secret: code.secret, deriveKey: deriveTestKey)
        #expect(opened == contents.encoded)
    }

    @Test("The order of peers does not matter, but a peer may occur only once")
    func peers() throws {
        let peers = try identity.peers()
        #expect(
            try identity.contents(peers: peers.reversed()).encoded == identity.contents().encoded
        )
        #expect(throws: PairingError.invalidContents(.peers)) {
            try identity.contents(peers: peers + [peers[0]])
        }
        var encoded = try identity.contents().encoded
        // Both peers have the same length without their names and addresses.
        let users = try identity.contents().peers.map(\.user.bytes)
        let starts = users.map { user in encoded.indices.first { encoded[$0...].starts(with: user) }
        }
        let first = try #require(starts[0])
        let second = try #require(starts[1])
        encoded.replaceSubrange(first..<first + 16, with: users[1])
        encoded.replaceSubrange(second..<second + 16, with: users[0])
        #expect(throws: PairingError.malformedContents(.malformed)) {
            try IdentityContents(decoding: encoded)
        }
    }

    @Test("Each value has its limits")
    func limits() throws {
        func account(
            _ username: String = "anna",
            _ email: String = "a@b",
            _ hash: String = "$x"
        ) -> IdentityAccount {
            IdentityAccount(username: username, email: email, passwordHash: hash)
        }
        let long = String(repeating: "x", count: 600)
        let invalid: [(IdentityAccount, PairingError.Field)] = [
            (account("Anna"), .username), (account("anna", "none"), .email),
            (account("anna", "a@b\n"), .email), (account("anna", "a@" + long), .email),
            (account("anna", "a@b", "plain"), .passwordHash),
            (account("anna", "a@b", "$" + long), .passwordHash),
        ]
        for (account, field) in invalid {
            #expect(throws: PairingError.invalidContents(field)) {
                try identity.contents(account: account)
            }
        }
        let address = try PeerAddress(parsing: "ssh://host")
        let id = identity.author.id
        let device = identity.author.devices[0].id
        for (name, count) in [("", 0), (long, 0), ("a\0", 0), ("a", 9)] {
            let addresses = Array(repeating: address, count: count)
            let peer = KnownPeer(user: id, device: device, name: name, addresses: addresses)
            #expect(throws: PairingError.invalidContents(.peers)) {
                try identity.contents(peers: [peer])
            }
        }
    }

    @Test("A private root key must match the public one")
    func rootKey() throws {
        let other = try Author(2)
        #expect(throws: PairingError.wrongRootKey) {
            try identity.contents(rootSecret: .key(other.root))
        }
        let encoded = try identity.contents().encoded
        let seed = identity.author.root.seed
        let index = try #require(encoded.indices.first { encoded[$0...].starts(with: seed) })
        var changed = encoded
        changed.replaceSubrange(index..<index + 32, with: other.root.seed)
        #expect(throws: PairingError.wrongRootKey) { try IdentityContents(decoding: changed) }
    }

    @Test("Unknown versions, cut and extended contents are rejected")
    func malformed() throws {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(UInt64(2))
        writer.null()
        #expect(throws: PairingError.contentsVersion(2)) {
            try IdentityContents(decoding: writer.bytes)
        }
        let encoded = try identity.contents().encoded
        #expect(throws: PairingError.malformedContents(.trailingBytes(count: 1))) {
            try IdentityContents(decoding: encoded + [0])
        }
        for count in encoded.indices {
            #expect(throws: PairingError.self) {
                try IdentityContents(decoding: Array(encoded.prefix(count)))
            }
        }
    }
}
