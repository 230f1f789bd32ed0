/// The bounds that SQLite's R-tree stores for a number: 32-bit floats, rounded down and up.
///
/// The arithmetic is the same as that of `rtreeValueDown` and `rtreeValueUp` in SQLite's `rtree.c`,
/// so that the doctor can compare stored bounds exactly.
///
/// In 32 bits, a position is accurate to one or two metres, and a time in weeks to a few minutes.
/// The exact values are stored in columns next to the bounds, and searches compare these values.
struct TreeBounds {
    /// The lower bound that SQLite computes, which does not exceed the value.
    let lower: Double
    /// The upper bound that SQLite computes, which is not below the value.
    let upper: Double

    /// Computes the bounds of a value by rounding outward.
    ///
    /// A search with these bounds can return too many rows, but never too few.
    init(_ value: Double) {
        let nearest = Float(value)
        // The factors differ from 1 by 2⁻²³, the distance between 1 and the next 32-bit float.
        let (inward, outward) = (1 - 1 / 8_388_608.0, 1 + 1 / 8_388_608.0)
        lower = Double(
            Double(nearest) > value ? Float(value * (value < 0 ? outward : inward)) : nearest
        )
        upper = Double(
            Double(nearest) < value ? Float(value * (value < 0 ? inward : outward)) : nearest
        )
    }
}
