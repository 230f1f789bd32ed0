import Testing

@testable import Negentropy

@Suite("Versions")
struct VersionTests {
    @Test(
        "A responder answers other versions with its own",
        arguments: [0x60, 0x62, 0x6F] as [UInt8]
    )
    func responder(_ version: UInt8) throws {
        let responder = Responder(try SealedItems([]))
        #expect(try responder.reply(to: [version, 0xAA, 0xBB]) == [0x61])
    }

    @Test("An initiator rejects other versions", arguments: [0x60, 0x62, 0x6F] as [UInt8])
    func initiator(_ version: UInt8) throws {
        var initiator = Initiator(try SealedItems([]))
        #expect(throws: NegentropyError.unsupportedVersion(version)) {
            try initiator.receive([version])
        }
    }

    @Test("Other bytes are not versions", arguments: [0x00, 0x5F, 0x70, 0xE1, 0xFF] as [UInt8])
    func invalid(_ version: UInt8) throws {
        var initiator = Initiator(try SealedItems([]))
        let error = NegentropyError.invalidVersion(version)
        #expect(throws: error) { try initiator.receive([version]) }
        #expect(throws: error) { try Responder(initiator.items).reply(to: [version]) }
    }

    @Test("A message without bytes is rejected")
    func empty() throws {
        var initiator = Initiator(try SealedItems([]))
        #expect(throws: NegentropyError.emptyMessage) { try initiator.receive([]) }
        #expect(throws: NegentropyError.emptyMessage) {
            try Responder(initiator.items).reply(to: [])
        }
    }
}
