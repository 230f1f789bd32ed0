import TimelineCore

/// Draws members of a set whose chances fall off with the rank: the first has twice the chance of the second.
struct Zipf: Sendable {
    private let members: [Int]
    private let cumulative: [UInt64]

    /// Ranks `count` members at random.
    init(count: Int, random: inout SplitMix64) {
        members = Array(0..<count).shuffled(using: &random)
        var sum: UInt64 = 0
        cumulative = (1...UInt64(max(1, count)))
            .map { rank in
                sum += (1 << 32) / rank
                return sum
            }
    }

    /// Draws a member.
    func draw(_ random: inout SplitMix64) -> Int {
        let point = random.below(cumulative.last ?? 1)
        // The point is below the last sum, so that some sum is above it.
        return members[cumulative.partitioningIndex { $0 > point }]
    }
}
