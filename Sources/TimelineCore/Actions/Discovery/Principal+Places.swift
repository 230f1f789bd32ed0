extension Principal {
    /// Returns one page of the posts at a place, newest first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// - Parameters:
    ///   - place: The ID of the place.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, which is empty if no post has the place.
    /// - Throws: A storage error.
    package func posts(
        atPlace place: Place.ID,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await page(of: .at(place), before: cursor, limit: limit)
    }

    /// Returns the place with the given ID, as its newest post writes it, or `nil` if no post has
    /// it.
    ///
    /// - Throws: A storage error.
    package func place(_ id: Place.ID) async throws -> Place? {
        try await posts(atPlace: id, limit: 1).posts.first?.place
    }

    /// Returns the named places in an area, most used first, then nearest first.
    ///
    /// - Parameters:
    ///   - area: The area.
    ///   - limit: The maximum number of places.
    /// - Returns: The places, as their newest posts write them, with the numbers of their posts among
    ///   the thousand newest ones in the area.
    /// - Throws: A storage error.
    package func places(
        near area: SearchArea,
        limit: Int = 20
    ) async throws -> [(place: Place, postCount: Int)] {
        let posts = try await page(of: .near(area), limit: PlaceCount.postLimit).posts
        return PlaceCount.places(of: posts, in: area, limit: limit)
    }
}

extension Guest {
    /// Returns the place with the given ID to anyone, as its newest public post writes it, or `nil`
    /// if no public post has it.
    ///
    /// - Throws: A storage error.
    package func publicPlace(_ id: Place.ID) async throws -> Place? {
        try await publicPage(of: .at(id), limit: 1).posts.first?.place
    }

    /// Returns the named places of public posts in an area to anyone, like ``places(near:limit:)``.
    ///
    /// - Throws: A storage error.
    package func publicPlaces(
        near area: SearchArea,
        limit: Int = 20
    ) async throws -> [(place: Place, postCount: Int)] {
        let posts = try await publicPage(of: .near(area), limit: PlaceCount.postLimit).posts
        return PlaceCount.places(of: posts, in: area, limit: limit)
    }
}

/// A place with the number of its posts.
private struct PlaceCount {
    let place: Place
    var postCount = 0

    /// The maximum number of posts to read.
    static let postLimit = 1000

    /// Returns the named places of posts in an area, most used first, then nearest first.
    static func places(
        of posts: [PostView],
        in area: SearchArea,
        limit: Int
    ) -> [(place: Place, postCount: Int)] {
        var counts: [Place.ID: PlaceCount] = [:]
        for place in posts.compactMap(\.place) where place.name != nil {
            counts[place.id, default: PlaceCount(place: place)].postCount += 1
        }
        func distance(_ place: Place) -> Double {
            place.coordinate.map(area.center.distance) ?? .infinity
        }
        return counts.map { (id: $0, count: $1, distance: distance($1.place)) }
            .sorted {
                ($1.count.postCount, $0.distance, $0.id.number)
                    < ($0.count.postCount, $1.distance, $1.id.number)
            }
            .prefix(max(0, limit)).map { ($0.count.place, $0.count.postCount) }
    }
}
