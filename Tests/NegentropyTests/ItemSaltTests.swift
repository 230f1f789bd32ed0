import TimelineCrypto
import Testing
import TimelineCore

@testable import Negentropy

@Suite("Salt")
struct ItemSaltTests {
    private let salt = ItemSalt(bytes: Array(0..<16))

    private func items(_ count: Int) -> [Item] {
        var generator = SplitMix64(seed: 8)
        return (0..<UInt64(count)).map { Item(timestamp: $0, id: generator.id()) }
    }

    @Test("A salted ID is the SHA-256 of salt and ID")
    func hash() throws {
        let id = try #require(items(1).first).id
        let digest = SHA256.hash(Array(0..<16) + id.bytes)
        #expect(salt.applied(to: id).bytes == digest.bytes)
    }

    @Test("Salted items are sealed with their timestamps", arguments: [3, 6000])
    func sealing(_ count: Int) throws {
        let items = items(count)
        let salted = items.map { Item(timestamp: $0.timestamp, id: salt.applied(to: $0.id)) }
        #expect(try SealedItems(items, salt: salt).items == salted.sorted())
    }

    @Test("Originals are found by their salted IDs", arguments: [30, 6000])
    func originals(_ count: Int) throws {
        let items = items(count)
        let wanted = [items[1], items[count / 2], items[count - 1]]
        let unknown = try #require(id(1))
        let ids = Set(wanted.map { salt.applied(to: $0.id) } + [unknown])
        let originals = salt.originals(of: ids, in: items)
        #expect(originals.count == 3)
        for item in wanted { #expect(originals[salt.applied(to: item.id)] == item) }
    }

    @Test("Two sets are reconciled by salted IDs")
    func session() throws {
        let items = items(200)
        var session = Session(
            Initiator(try SealedItems(Array(items.dropFirst()), salt: salt)),
            Responder(try SealedItems(Array(items.dropLast()), salt: salt))
        )
        try session.run()
        #expect(Set(salt.originals(of: Set(session.have), in: items).values) == [items[199]])
        #expect(Set(salt.originals(of: Set(session.need), in: items).values) == [items[0]])
    }
}
