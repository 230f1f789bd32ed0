/// The place where photos were taken: a name, a position, or both.
public struct RecordPlace: Hashable, Sendable {
    /// The place's name.
    public let name: String?
    /// The place's position.
    public let position: Position?

    /// A position on the Earth (WGS 84), in whole units of 10^-7 degrees.
    public struct Position: Hashable, Sendable {
        /// The latitude north of the equator; see ``PositionRule/latitudes``.
        public let latitude: Int32
        /// The longitude east of Greenwich; see ``PositionRule/longitudes``.
        public let longitude: Int32

        /// Creates a position without checking it.
        public init(latitude: Int32, longitude: Int32) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Creates a place without checking its parts.
    ///
    /// They are checked when a record is signed or read.
    public init(name: String? = nil, position: Position? = nil) {
        self.name = name
        self.position = position
    }
}
