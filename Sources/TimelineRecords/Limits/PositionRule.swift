/// The limits of positions, in units of 10^-7 degrees (`Coordinate` in TimelineCore).
public enum PositionRule {
    /// The allowed latitudes, from -90 to 90 degrees.
    public static let latitudes: ClosedRange<Int32> = -900_000_000...900_000_000
    /// The allowed longitudes, from -180 to 180 degrees.
    public static let longitudes: ClosedRange<Int32> = -1_800_000_000...1_800_000_000
}
