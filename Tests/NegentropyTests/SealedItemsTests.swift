import TimelineCrypto
import Testing
import TimelineCore

@testable import Negentropy

@Suite("Sealed items")
struct SealedItemsTests {
    private func items(_ count: Int) -> [Item] {
        var generator = SplitMix64(seed: 5)
        return (0..<count)
            .map { _ in Item(timestamp: generator.next() % 500, id: generator.id()) }
    }

    @Test(
        "Items are sorted by timestamp and then by their bytes",
        arguments: [0, 1, 100, 5000, 9999]
    )
    func sorting(_ count: Int) throws {
        let items = items(count)
        let sealed = try SealedItems(items)
        #expect(sealed.count == count)
        let expected = items.sorted { left, right in
            left.timestamp != right.timestamp
                ? left.timestamp < right.timestamp
                : left.id.bytes.lexicographicallyPrecedes(right.id.bytes)
        }
        #expect(sealed.items == expected)
    }

    @Test("Duplicates are rejected", arguments: [10, 5000])
    func duplicates(_ count: Int) throws {
        let items = items(count)
        let duplicate = try #require(items.first)
        #expect(throws: NegentropyError.duplicateItem(duplicate)) {
            try SealedItems(items + [duplicate])
        }
        let later = Item(timestamp: duplicate.timestamp + 1, id: duplicate.id)
        #expect(try SealedItems(items + [later]).count == count + 1)
    }

    @Test("The timestamp of infinity is rejected")
    func infinity() throws {
        let item = Item(timestamp: .max, id: ItemID(number: UInt256()))
        #expect(throws: NegentropyError.reservedTimestamp) { try SealedItems(items(9) + [item]) }
        let last = Item(timestamp: .max - 1, id: item.id)
        #expect(try SealedItems(items(9) + [last]).count == 10)
    }

    @Test("Fingerprints equal those computed byte by byte")
    func fingerprints() throws {
        let sealed = try SealedItems(items(200))
        for (lower, upper) in [(0, 0), (0, 1), (0, 200), (13, 150), (199, 200), (200, 200)] {
            var sum = [UInt8](repeating: 0, count: 32)
            for item in sealed.items[lower..<upper] {
                var carry = 0
                for (index, byte) in item.id.bytes.enumerated() {
                    carry += Int(sum[index]) + Int(byte)
                    sum[index] = UInt8(carry & 0xFF)
                    carry >>= 8
                }
            }
            let count = upper - lower
            let varint = count < 128 ? [count] : [count >> 7 | 0x80, count & 0x7F]
            let digest = SHA256.hash(sum + varint.map { UInt8($0) }).bytes
            #expect(sealed.fingerprint(of: lower..<upper) == Fingerprint(bytes: digest[...]))
        }
    }

    @Test("Bounds are found by timestamp and prefix")
    func bounds() throws {
        let sealed = try SealedItems(items(300))
        for index in sealed.items.indices.dropFirst() {
            let (previous, next) = (sealed.items[index - 1], sealed.items[index])
            #expect(sealed.index(of: Bound(between: previous, and: next), from: 0) == index)
            #expect(sealed.index(of: Bound(at: next), from: index) == index)
        }
        #expect(sealed.index(of: .zero, from: 0) == 0)
        #expect(sealed.index(of: .infinity, from: 0) == 300)
    }
}
