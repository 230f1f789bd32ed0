import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync

@Suite("Invitation links")
struct InvitationLinkTests {
    private let anna: Author
    private let token: SyncToken

    init() throws {
        anna = try Author(1)
        var generator = SplitMix64(seed: 1)
        token = SyncToken(using: &generator)
    }

    private func link(
        _ username: String = "anna",
        _ addresses: [String] = ["tcp://anna.example:4242", "https://anna.example/sync"],
        box: EncryptionKey? = nil
    ) throws -> InvitationLink {
        try InvitationLink(
            root: anna.root.verifyingKey,
            username: username,
            addresses: addresses.map { text throws(PairingError) in try PeerAddress(parsing: text)
            },
            token: token,
            expiry: 1_700_000_000_000,
            box: box
        )
    }

    @Test("A link contains the root key, from which the user ID follows", arguments: [false, true])
    func roundTrip(hasBox: Bool) throws {
        let link = try link(box: hasBox ? EncryptionKey(bytes: Array(0..<32)) : nil)
        let read = try InvitationLink(parsing: link.description)
        #expect(read == link)
        #expect(read.user == anna.id)
        #expect(read.isExpired(at: 1_700_000_000_000))
        #expect(!read.isExpired(at: 1_699_999_999_999))
    }

    @Test("A link needs no characters that a message or a shell changes")
    func characters() throws {
        let text = try link().description
        #expect(text.hasPrefix("timeline://follow/1/"))
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(Set(text.dropFirst(20)).isSubset(of: allowed))
        #expect(text.count < 250)
    }

    @Test("Usernames and addresses have limits")
    func limits() throws {
        #expect(throws: PairingError.invalidUsername) { try link("Anna") }
        let many = (1...9).map { "tcp://host:\($0)" }
        #expect(throws: PairingError.addressCount(9)) { try link("anna", many) }
        #expect(throws: PairingError.addressCount(2)) {
            try link("anna", ["tcp://host:1", "tcp://host:1"])
        }
        #expect(throws: PairingError.addressScheme(.ssh)) { try link("anna", ["ssh://host"]) }
        let long = (1...8).map { "https://\($0).example/" + String(repeating: "x", count: 230) }
        #expect(throws: PairingError.linkTooLong) { try link("anna", long) }
        #expect(try link("anna", []).addresses.isEmpty)
    }

    @Test("Other texts are rejected with their reasons")
    func malformed() throws {
        let text = try link().description
        #expect(throws: PairingError.notInvitationLink) {
            try InvitationLink(parsing: "https://example.org")
        }
        #expect(throws: PairingError.notInvitationLink) {
            try InvitationLink(parsing: InvitationLink.prefix + "1")
        }
        #expect(throws: PairingError.linkVersion) {
            try InvitationLink(parsing: text.replacing("follow/1/", with: "follow/2/"))
        }
        #expect(throws: PairingError.linkTooLong) {
            try InvitationLink(parsing: text + String(repeating: "A", count: 2048))
        }
        for wrong in [
            text + "=", text + "A", text + " ", text.replacing("follow/1/", with: "follow/1/!"),
        ] {
            #expect(throws: PairingError.self, "\(wrong)") { try InvitationLink(parsing: wrong) }
        }
        for count in 0..<text.count {
            #expect(throws: PairingError.self) {
                try InvitationLink(parsing: String(text.prefix(count)))
            }
        }
    }

    @Test("Links with invalid values are rejected")
    func hostile() throws {
        func text(username: String, address: String) -> String {
            var writer = CBORWriter()
            writer.array(6)
            writer.write(anna.root.verifyingKey)
            writer.write(username)
            writer.array(1)
            writer.write(address)
            writer.write(token)
            writer.write(UInt64(5))
            writer.null()
            return "\(InvitationLink.prefix)1/\(Base64URL.encode(writer.bytes))"
        }
        #expect(try InvitationLink(parsing: text(username: "a", address: "tcp://h:1")).expiry == 5)
        #expect(throws: PairingError.invalidUsername) {
            try InvitationLink(parsing: text(username: "A B", address: "tcp://h:1"))
        }
        #expect(throws: PairingError.addressScheme(.ssh)) {
            try InvitationLink(parsing: text(username: "a", address: "ssh://h"))
        }
        for address in ["tcp://H:1", "file:///etc/passwd", "tcp://h"] {
            #expect(throws: PairingError.malformedLink(.malformed)) {
                try InvitationLink(parsing: text(username: "a", address: address))
            }
        }
    }

    @Test("Base 64 is that of RFC 4648, and has one encoding")
    func base64() {
        for (text, encoding) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v")] {
            #expect(Base64URL.encode(Array(text.utf8)) == encoding)
            #expect(Base64URL.decode(encoding) == Array(text.utf8))
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "A"] {
            #expect(Base64URL.decode(wrong) == nil)
        }
    }
}
