/// Where a photo was taken: a name, a position, or both.
public struct Place: Hashable, Sendable, Codable {
    /// What people call the place, up to 100 characters.
    public let name: String?
    /// Where it lies.
    public let coordinate: Coordinate?

    /// Makes a place of its parts.
    public init(name: String? = nil, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Makes a place of what is known of it; `nil` when there is neither a name nor both degrees.
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

/// A position on the Earth in degrees of WGS 84.
public struct Coordinate: Hashable, Sendable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Makes a position of its degrees; ``Change/validate(now:)`` refuses those outside the Earth.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `latitude,longitude` in decimal degrees, such as `-33.9,18.4`.
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

    /// Whether the degrees are numbers within their ranges.
    package var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
}
