import Foundation

/// The place where photos were taken: a name, coordinates, or both.
///
/// ```swift
/// let coordinate = try Coordinate(parsing: "33.9943,-7.8471")
/// let place = Place(name: "Tatooine", coordinate: coordinate)
/// try await session.post([PhotoFile(content: jpeg)], caption: caption, place: place)
/// ```
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

    /// Creates a place from optional parts.
    ///
    /// Returns `nil` if there is neither a name nor a complete pair of coordinates.
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

/// A position on the Earth (WGS 84), in whole units of 10⁻⁷ degrees.
///
/// One unit is about a centimetre.
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

    /// The latitude in degrees north of the equator, from -90 to 90.
    public var latitude: Double { Double(latitudeE7) / Self.unitsPerDegree }
    /// The longitude in degrees east of Greenwich, from -180 to 180.
    public var longitude: Double { Double(longitudeE7) / Self.unitsPerDegree }

    /// Creates a position from units of 10⁻⁷ degrees, without checking it.
    package init(latitudeE7: Int32, longitudeE7: Int32) {
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// Creates a position from degrees, rounded to the nearest unit.
    ///
    /// The position is not checked. The engine rejects positions that are not on the
    /// Earth.
    public init(latitude: Double, longitude: Double) {
        self.init(latitudeE7: Self.units(latitude), longitudeE7: Self.units(longitude))
    }

    /// Converts degrees to units.
    ///
    /// For values beyond ±200°, returns the lowest integer, which is not a valid coordinate.
    private static func units(_ degrees: Double) -> Int32 {
        guard abs(degrees) <= 200 else { return .min }
        return Int32((degrees * unitsPerDegree).rounded())
    }

    /// Parses a position written as `latitude,longitude` in decimal degrees, such as `-33.9,18.4`.
    ///
    /// White space may take the place of the comma or surround it.
    ///
    /// - Throws: ``TimelineError/invalidPlace(_:)`` if the text is not a valid position.
    public init(parsing text: String) throws(TimelineError) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .split(separator: /\s*[,\s]\s*/, omittingEmptySubsequences: false)
            .map { Double(String($0)) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { throw .invalidPlace(text) }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Whether the latitude and the longitude are within their valid ranges.
    package var isOnEarth: Bool {
        (-900_000_000...900_000_000).contains(latitudeE7)
            && (-1_800_000_000...1_800_000_000).contains(longitudeE7)
    }
}

/// The JSON form of a position: an object with `latitude` and `longitude` in degrees, with at most
/// seven decimals.
extension Coordinate: Codable {
    private enum CodingKeys: CodingKey {
        case latitude, longitude
    }

    /// Decodes degrees and rounds them to the nearest unit.
    ///
    /// - Throws: `DecodingError` if a coordinate is missing or is not a number.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try values.decode(Double.self, forKey: .latitude),
            longitude: try values.decode(Double.self, forKey: .longitude)
        )
    }

    /// Encodes the coordinates in degrees.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(latitude, forKey: .latitude)
        try values.encode(longitude, forKey: .longitude)
    }
}

/// A place with a name and a position that posts have.
package struct KnownPlace: Hashable, Sendable {
    /// The name, as in the newest of the posts.
    package let name: String
    /// The position of the newest of the posts.
    package let coordinate: Coordinate
    /// The number of the posts.
    package var postCount: Int

    /// Creates a place.
    package init(name: String, coordinate: Coordinate, postCount: Int) {
        self.name = name
        self.coordinate = coordinate
        self.postCount = postCount
    }

    /// Returns a name by which places that people write differently are the same one.
    package static func key(of name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
