import TimelineCore
import TimelineTestSupport

/// A link for the bytes of one direction, which may be damaged.
struct SimulatedLink {
    /// The damage that a link causes.
    enum Damage {
        case none
        /// The link loses, repeats, swaps or changes a part of the bytes after this many turns.
        case change(afterTurns: Int)
        /// The link breaks within a turn after this many turns.
        case cut(afterTurns: Int)
    }

    private let damage: Damage
    private var turns = 0
    private(set) var isBroken = false

    init(_ damage: Damage) {
        self.damage = damage
    }

    /// Returns the parts that arrive.
    mutating func carry(_ bytes: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
        guard !isBroken else { return [] }
        defer { turns += 1 }
        switch damage {
        case .change(turns): return changed(split(bytes, &random), &random)
        case .cut(turns):
            isBroken = true
            return [Array(bytes.prefix(random.number(below: bytes.count + 1)))]
        case .none, .change, .cut: return split(bytes, &random)
        }
    }

    /// Splits the bytes into a few parts.
    private func split(_ bytes: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while parts.count < 2, rest.count > 1 {
            let part = rest.prefix(1 + random.number(below: rest.count))
            parts.append(Array(part))
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty ? parts : parts + [Array(rest)]
    }

    private func changed(_ parts: [[UInt8]], _ random: inout SplitMix64) -> [[UInt8]] {
        guard !parts.isEmpty else { return [] }
        var parts = parts
        let index = random.number(below: parts.count)
        switch random.number(below: 4) {
        case 0: parts.remove(at: index)
        case 1: parts.insert(parts[index], at: index)
        case 2: parts.swapAt(index, random.number(below: parts.count))
        default:
            let byte = random.number(below: parts[index].count)
            parts[index][byte] ^= UInt8(1 << random.number(below: 8))
        }
        return parts
    }
}
