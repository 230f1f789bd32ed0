/// What an R-tree of SQLite keeps of a number: 32 bits, rounded down for the lower bound and up for the upper.
///
/// As `rtreeValueDown` and `rtreeValueUp` in SQLite's `rtree.c` do it.
struct TreeBounds {
    let lower: Double
    let upper: Double

    init(_ value: Double) {
        let nearest = Float(value)
        let (inward, outward) = (1 - 1 / 8_388_608.0, 1 + 1 / 8_388_608.0)
        lower = Double(
            Double(nearest) > value ? Float(value * (value < 0 ? outward : inward)) : nearest
        )
        upper = Double(
            Double(nearest) < value ? Float(value * (value < 0 ? inward : outward)) : nearest
        )
    }
}
