/// The bounds that an R-tree of SQLite stores for a number: 32-bit floats, rounded down and up.
///
/// The same arithmetic as `rtreeValueDown` and `rtreeValueUp` in SQLite's `rtree.c`, so that the
/// doctor can compare stored bounds exactly.
///
/// An R-tree stores coordinates in 32 bits. A position is stored to one or two metres, a time in
/// weeks to some minutes; the exact values lie beside the bounds, and decide.
struct TreeBounds {
    /// The largest 32-bit float that SQLite takes for a lower bound; at most the value.
    let lower: Double
    /// The upper bound; at least the value.
    let upper: Double

    /// Rounds away from the value: a search with these bounds can return too many rows, never too
    /// few.
    init(_ value: Double) {
        let nearest = Float(value)
        // 2 to the power of -23, the distance between 1 and the next 32-bit float.
        let (inward, outward) = (1 - 1 / 8_388_608.0, 1 + 1 / 8_388_608.0)
        lower = Double(
            Double(nearest) > value ? Float(value * (value < 0 ? outward : inward)) : nearest
        )
        upper = Double(
            Double(nearest) < value ? Float(value * (value < 0 ? inward : outward)) : nearest
        )
    }
}
