import TimelineCore

/// A random ranking whose members are drawn according to Zipf's law.
///
/// The member of rank n is drawn with a probability proportional to 1/n.
struct Zipf: Sendable {
    private let members: [Int]
    private let cumulative: [UInt64]

    /// Creates a random ranking of the members `0..<count`.
    init(count: Int, random: inout SplitMix64) {
        members = Array(0..<count).shuffled(using: &random)
        var sum: UInt64 = 0
        cumulative = (1...UInt64(max(1, count)))
            .map { rank in
                sum += (1 << 32) / rank
                return sum
            }
    }

    /// Returns a random member.
    func draw(random: inout SplitMix64) -> Int {
        let point = random.below(cumulative.last ?? 1)
        // The point is below the last sum, so it is below at least one sum.
        return members[cumulative.partitioningIndex { $0 > point }]
    }
}
