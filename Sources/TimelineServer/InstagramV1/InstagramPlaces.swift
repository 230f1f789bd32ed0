import Hummingbird
import TimelineCore

/// The locations of the Instagram API: the places of posts.
struct InstagramPlaces {
    /// The helper that adds routes of the Instagram API.
    let routes: InstagramRoutes

    private static let read = "read:statuses"

    /// Adds the routes to the router.
    func add() {
        routes.get("v1/locations/search", .reader(Self.read)) { call in
            let limit = call.parameters.limit(
                InstagramRange.usual,
                atMost: InstagramRange.most,
                named: "count"
            )
            let area = try call.searchArea()
            let places: [(place: Place, postCount: Int)]
            if let session = call.session {
                places = try await session.places(near: area, limit: limit)
            } else {
                places = try await call.guest.publicPlaces(near: area, limit: limit)
            }
            let writer = try await call.instagram()
            return call.envelope(places) { writer.location($1.place, into: &$0) }
        }
        routes.get("v1/locations/:id", .reader(Self.read)) { call in
            let place = try await call.shownPlace()
            let writer = try await call.instagram()
            return call.envelope { writer.location(place, into: &$0) }
        }
        routes.get("v1/locations/:id/media/recent", .reader(Self.read)) { call in
            guard let id = Place.ID(call.path("id")) else {
                throw APIError.missing(APIText.placeMissing)
            }
            return try await call.media(.at(id))
        }
    }
}

extension APICall {
    /// The radius around a position, in metres, unless the call asks for another.
    private static let usualRadius = 1000.0

    /// Returns the area around the position in the parameters.
    ///
    /// - Throws: `TimelineError.invalidPlace` or `TimelineError.invalidDistance`.
    func searchArea() throws(TimelineError) -> SearchArea {
        let texts = (parameters["lat"] ?? "", parameters["lng"] ?? "")
        guard let latitude = Double(texts.0), let longitude = Double(texts.1),
            latitude.isFinite, longitude.isFinite
        else {
            throw .invalidPlace("\(texts.0),\(texts.1)")
        }
        var radius = Self.usualRadius
        if let text = parameters["distance"] {
            guard let metres = Double(text) else { throw .invalidDistance(text) }
            radius = metres
        }
        return try SearchArea(
            of: Coordinate(latitude: latitude, longitude: longitude),
            radius: radius
        )
    }

    /// Returns the place in the path.
    ///
    /// - Throws: ``APIError/missing(_:)`` if none of the posts that the caller sees has it.
    fileprivate func shownPlace() async throws -> Place {
        if let id = Place.ID(path("id")) {
            let place =
                if let session { try await session.place(id) } else {
                    try await guest.publicPlace(id)
                }
            if let place { return place }
        }
        throw APIError.missing(APIText.placeMissing)
    }
}
