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

/// A position on the Earth, in degrees of WGS 84.
///
/// ```swift
/// let tunis = try Coordinate(parsing: "36.8,10.2")
/// ```
public struct Coordinate: Hashable, Sendable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Creates a position without checking it; ``Change/validate(now:)`` rejects positions off the
    /// Earth.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Parses `latitude,longitude` in decimal degrees, such as `-33.9,18.4`.
    ///
    /// - Throws: ``TimelineError/invalidPlace(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            throw .invalidPlace(text)
        }
        self.init(latitude: latitude, longitude: longitude)
        guard isOnEarth else { throw .invalidPlace(text) }
    }

    /// Whether both coordinates are numbers within their ranges.
    package var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
}
