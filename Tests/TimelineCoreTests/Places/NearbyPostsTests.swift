import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Posts near a position")
struct NearbyPostsTests {
    @Test(arguments: Storage.allCases)
    func thePageContainsDistances(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let place = Place(coordinate: Coordinate(latitude: 10, longitude: 180))
        try await world.session(leia).post([TestPhotos.file(seed: 1)], place: place)
        try await world.post(by: leia, "nowhere")
        let center = Coordinate(latitude: 10, longitude: -179.99)
        let page = try await world.session(leia)
            .posts(
                near: try SearchArea(of: center, radius: 2000)
            )
        #expect(page.posts.map { Int($0.distance) } == [1095])
        #expect(page.next == nil)
        let other = try SearchArea(of: center, radius: 1000)
        #expect(try await world.session(leia).posts(near: other).posts.isEmpty)
    }

    @Test("The known places have names and positions, and the most used one is first")
    func knownPlaces() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let session = try await world.session(world.user("leia"))
        let places: [(String?, Double?)] = [
            ("Oslo", 59.9), ("Tromsö", 69.6), ("TROMSO", 69.7), (nil, 1.0), ("Nowhere", nil),
        ]
        for (seed, (name, latitude)) in places.enumerated() {
            let coordinate = latitude.map { Coordinate(latitude: $0, longitude: 18.9) }
            let place = Place(name: name, coordinate: coordinate)
            world.clock.advance(by: 1)
            try await session.post([TestPhotos.file(seed: seed)], place: place)
        }
        let known = try await session.knownPlaces()
        #expect(known.map(\.name) == ["TROMSO", "Oslo"])
        #expect(known.map(\.postCount) == [2, 1])
        #expect(known.first?.coordinate.latitude == 69.7)
    }

    @Test(
        "A position is read with a comma, white space or both",
        arguments: [
            "47.37,8.54", "47.37 8.54", " 47.37, 8.54 ", "47.37 , 8.54",
        ]
    )
    func position(text: String) throws {
        #expect(try Coordinate(parsing: text) == Coordinate(latitude: 47.37, longitude: 8.54))
    }

    @Test(
        "Other texts are no positions",
        arguments: [
            "", "47.37", "47,37 8,54", "47.37,,8.54", "91 8", "47.37 8.54 1", "Zurich", "nan 1",
            "1 0,2",
        ]
    )
    func noPosition(text: String) {
        #expect(throws: TimelineError.invalidPlace(text)) { try Coordinate(parsing: text) }
    }
}
