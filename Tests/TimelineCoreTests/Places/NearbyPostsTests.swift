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
}
