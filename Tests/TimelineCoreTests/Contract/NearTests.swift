import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Posts around a position")
struct NearTests {
    /// Compares random places, including the poles and the 180° meridian, with a linear search.
    @Test(arguments: [Storage.inMemory, .sqliteInMemory], 1...3 as ClosedRange<UInt64>)
    func everyPlaceAndNoOther(storage: Storage, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var make = ChangeMaker()
        let repository = try storage.makeRepository()
        var places: [(id: Post.ID, position: Coordinate)] = []
        var changes = [try make.user(.leia, "leia")]
        for _ in 0..<1500 {
            // Some have the same time, some are months apart.
            make.step = [0, 1, 3600, 3_000_000].randomElement(using: &generator) ?? 1
            let position = VicinityTests.random(&generator)
            let content = Post.Content(
                photos: [TestPhotos.photo(seed: 1)],
                place: Place(coordinate: position)
            )
            let post = make.change(.leia, .postAdded(content))
            places.append((post.post, position))
            changes.append(post)
        }
        let gone = places.filter { _ in Int.random(in: 0..<10, using: &generator) == 0 }.map(\.id)
        changes += gone.map { make.change(.leia, .postDeleted($0)) }
        changes.shuffle(using: &generator)
        for batch in [changes[..<700], changes[700...]] { try repository.apply(Array(batch)) }
        places.removeAll { gone.contains($0.id) }
        try repository.read { reader in
            for _ in 0..<150 {
                let center = VicinityTests.random(&generator)
                let radius = pow(10, Double.random(in: 1...7.3, using: &generator))
                let vicinity = try Vicinity(of: center, radius: radius)
                let expected = places.filter { center.distance(to: $0.position) <= radius }
                    .map(\.id).sorted(by: >)
                let all = PostRange(before: Post.ID(.max), limit: .max)
                #expect(try reader.postIDs(near: vicinity, in: all) == expected)
                let first = PostRange(before: Post.ID(.max), limit: 5)
                let page = try reader.postIDs(near: vicinity, in: first)
                #expect(page == Array(expected.prefix(5)))
                guard let last = page.last else { continue }
                let next = PostRange(before: last, after: expected.last, limit: 7)
                #expect(
                    try reader.postIDs(near: vicinity, in: next)
                        == Array(expected.dropLast().dropFirst(5).prefix(7))
                )
            }
        }
        #expect(try repository.audit(repairing: false).isEmpty)
        #expect(try repository.integrityFaults().isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func theDistanceIsShown(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let place = Place(coordinate: Coordinate(latitude: 10, longitude: 180))
        try await world.session(leia).post([TestPhotos.file(seed: 1)], place: place)
        try await world.post(by: leia, "nowhere")
        let center = Coordinate(latitude: 10, longitude: -179.99)
        let page = try await world.session(leia)
            .posts(
                near: try Vicinity(of: center, radius: 2000)
            )
        #expect(page.posts.map { Int($0.distance) } == [1095])
        #expect(page.next == nil)
        let other = try Vicinity(of: center, radius: 1000)
        #expect(try await world.session(leia).posts(near: other).posts.isEmpty)
    }
}
