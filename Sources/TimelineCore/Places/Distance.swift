/// A namespace for parsing and formatting distances.
///
/// ```swift
/// let metres = try Distance.metres(parsing: "2km")
/// let center = try Coordinate(parsing: "33.9943,-7.8471")
/// let page = try await session.posts(near: SearchArea(of: center, radius: metres))
/// show(page)
/// ```
public enum Distance {
    private static let units: [(suffix: String, metres: Double)] = [
        ("km", 1000), ("mi", 1609.344), ("m", 1),
    ]

    /// Parses a distance such as `500m`, `2km` or `1.5mi`.
    ///
    /// The unit is required, because a distance in metres that was meant in kilometres finds nothing.
    ///
    /// - Returns: The distance in metres.
    /// - Throws: ``TimelineError/invalidDistance(_:)`` if the text is not a distance, or if the
    ///   distance is outside ``SearchArea/radii``.
    public static func metres(parsing text: String) throws(TimelineError) -> Double {
        let typed = text.lowercased().filter { $0 != " " }
        guard let unit = units.first(where: { typed.hasSuffix($0.suffix) }),
            case let number = typed.dropLast(unit.suffix.count),
            number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let value = Double(number), SearchArea.radii.contains(value * unit.metres)
        else { throw .invalidDistance(text) }
        return value * unit.metres
    }
}
