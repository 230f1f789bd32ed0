/// The place of a photo: a name, coordinates, or both.
public struct Place: Hashable, Sendable, Codable {
    /// The place's name, up to 100 characters.
    public let name: String?
    /// The place's position.
    public let coordinate: Coordinate?

    /// Creates a place.
    public init(name: String? = nil, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Creates a place from optional parts; `nil` without a name and without both coordinates.
    package init?(name: String?, latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude else {
            guard let name else { return nil }
            self.init(name: name)
            return
        }
        self.init(
            name: name,
            coordinate: Coordinate(latitude: latitude, longitude: longitude)
        )
    }
}

/// A position on the Earth: whole units of 10⁻⁷ degrees of WGS 84, about a centimetre.
///
/// ```swift
/// let tunis = try Coordinate(parsing: "36.8,10.2")
/// ```
public struct Coordinate: Hashable, Sendable {
    /// The latitude in units of 10⁻⁷ degrees north of the equator.
    package let latitudeE7: Int32
    /// The longitude in units of 10⁻⁷ degrees east of Greenwich.
    package let longitudeE7: Int32

    /// The number of units in a degree.
    private static let unitsPerDegree = 10_000_000.0

    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double { Double(latitudeE7) / Self.unitsPerDegree }
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double { Double(longitudeE7) / Self.unitsPerDegree }

    /// Creates a position from units of 10⁻⁷ degrees, without checking it.
    package init(latitudeE7: Int32, longitudeE7: Int32) {
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// Creates a position from degrees, rounded to the nearest unit.
    ///
    /// Does not check it; ``Change/validate(now:)`` rejects positions off the Earth.
    public init(latitude: Double, longitude: Double) {
        self.init(latitudeE7: Self.units(latitude), longitudeE7: Self.units(longitude))
    }

    /// Converts degrees to units; the lowest number, which is off the Earth, for values beyond
    /// ±200°.
    private static func units(_ degrees: Double) -> Int32 {
        guard abs(degrees) <= 200 else { return .min }
        return Int32((degrees * unitsPerDegree).rounded())
    }

    /// Parses `latitude,longitude` in decimal degrees, such as `-33.9,18.4`.
    ///
    /// - Throws: ``TimelineError/invalidPlace(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { throw .invalidPlace(text) }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Whether both coordinates are within their ranges.
    package var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
}

/// The JSON form of a position: `latitude` and `longitude` in degrees, with at most seven decimals.
extension Coordinate: Codable {
    private enum CodingKeys: CodingKey {
        case latitude, longitude
    }

    /// Decodes degrees, rounded to the nearest unit.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try values.decode(Double.self, forKey: .latitude),
            longitude: try values.decode(Double.self, forKey: .longitude)
        )
    }

    /// Encodes degrees.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(latitude, forKey: .latitude)
        try values.encode(longitude, forKey: .longitude)
    }
}
