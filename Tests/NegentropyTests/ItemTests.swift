import Testing
import TimelineCore

@testable import Negentropy

@Suite("Items and IDs")
struct ItemTests {
    @Test("An ID has exactly 32 bytes", arguments: [0, 1, 31, 33])
    func length(_ count: Int) {
        #expect(ItemID(bytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test("An ID returns its bytes")
    func bytesOfID() throws {
        let bytes = (0..<32).map { UInt8($0 * 7) }
        let id = try #require(ItemID(bytes: bytes))
        #expect(id.bytes == bytes)
        #expect(id.description == hexadecimal(bytes))
    }

    @Test("IDs are ordered by their first differing byte", arguments: 0..<32)
    func order(_ index: Int) throws {
        var (low, high) = (
            Array(repeating: 9 as UInt8, count: 32), Array(repeating: 9 as UInt8, count: 32)
        )
        high[index] = 10
        // Later bytes do not affect the order.
        if index < 31 { low[31] = 0xFF }
        let (lower, higher) = (try #require(ItemID(bytes: low)), try #require(ItemID(bytes: high)))
        #expect(lower < higher && !(higher < lower))
        #expect(lower.commonPrefixLength(with: higher) == index)
        #expect(lower.commonPrefixLength(with: lower) == 32)
    }

    @Test("Bounds use the shortest prefix that separates two items")
    func shortestBound() throws {
        let (first, second) = (try #require(id(1, 2, 3)), try #require(id(1, 2, 4)))
        let bound = Bound(
            between: Item(timestamp: 5, id: first),
            and: Item(timestamp: 5, id: second)
        )
        #expect(bound.prefixLength == 3 && bound.timestamp == 5 && bound.id == second)
        let later = Bound(
            between: Item(timestamp: 5, id: first),
            and: Item(timestamp: 6, id: second)
        )
        #expect(later == Bound(timestamp: 6))
    }

    @Test("Sums carry across all limbs and wrap around")
    func sums() {
        let ones = UInt256(limb0: .max, limb1: .max, limb2: .max, limb3: .max)
        let one = UInt256(limb0: 1)
        #expect(ones &+ one == UInt256())
        #expect(UInt256() &- one == ones)
        #expect(ones &+ ones == UInt256(limb0: .max - 1, limb1: .max, limb2: .max, limb3: .max))
        #expect(UInt256(limb0: .max, limb1: .max) &+ one == UInt256(limb2: 1))
        #expect(UInt256(limb2: 1) &- one == UInt256(limb0: .max, limb1: .max))
        var generator = SplitMix64(seed: 2)
        for _ in 0..<1000 {
            let (left, right) = (generator.id().number, generator.id().number)
            #expect(left &+ right &- right == left)
        }
    }
}
