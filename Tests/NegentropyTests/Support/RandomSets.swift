import TimelineCore

@testable import Negentropy

/// Two random sets that have some items in common.
struct RandomSets {
    /// The items of the initiator, in random order.
    let items: [Item]
    /// The items of the responder, in random order.
    let others: [Item]
    /// Frame limits for the initiator and the responder; either or both can be `nil`.
    let frames: (Int?, Int?)

    /// The IDs that only the initiator has.
    var have: Set<ItemID> { Set(items.map(\.id)).subtracting(others.map(\.id)) }
    /// The IDs that only the responder has.
    var need: Set<ItemID> { Set(others.map(\.id)).subtracting(items.map(\.id)) }

    /// Creates sets whose size, timestamps and differences depend on the seed.
    init(seed: UInt64, maximumCount: Int = 3000) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 0...Int.random(in: 0...maximumCount), using: &generator)
        let spans: [UInt64] = [1, 3, 1000, UInt64(count) * 50 + 1, .max - 1]
        let span = spans.randomElement(using: &generator) ?? 1
        let prefix = Int.random(in: 0..<8, using: &generator) == 0
        let percent = [0, 1, 1, 5, 50, 100].randomElement(using: &generator) ?? 1
        var (items, others): ([Item], [Item]) = ([], [])
        for _ in 0..<count {
            let random = generator.id()
            // Items at few timestamps with a common prefix need long bounds.
            let bytes = Array(repeating: 0, count: 20) + random.bytes.suffix(12)
            let id = prefix ? ItemID(zeroPadded: bytes[...]) : random
            let timestamp = UInt64.random(in: 0..<span, using: &generator)
            let item = Item(timestamp: timestamp, id: id)
            let isDifferent = Int.random(in: 0..<100, using: &generator) < percent
            let side = isDifferent ? Int.random(in: 0..<2, using: &generator) : 2
            if side != 1 { items.append(item) }
            if side != 0 { others.append(item) }
        }
        self.items = items.shuffled(using: &generator)
        self.others = others.shuffled(using: &generator)
        frames = (Self.frame(&generator), Self.frame(&generator))
    }

    private static func frame(_ generator: inout SplitMix64) -> Int? {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: nil
        case 1: Int.random(in: 4096...6000, using: &generator)
        default: Int.random(in: 4096...65536, using: &generator)
        }
    }
}
