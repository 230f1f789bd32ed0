import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Editing posts")
struct PostEditTests {
    @Test(arguments: Storage.allCases)
    func changesOnlyTheGivenParts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = world.session(try await world.user("leia"))
        let hoth = Place(name: "Hoth", coordinate: Coordinate(latitude: 1, longitude: 2))
        let post = try await leia.post(
            [TestPhotos.file(seed: 1), TestPhotos.file(seed: 2)],
            caption: "first",
            place: hoth
        )
        world.clock.advance(by: 1)
        let described = try await leia.edit(post.id, PostEdit(alts: [1: "two suns"]))
        #expect(described.photos.map(\.alt) == [nil, "two suns"])
        #expect(described.caption == "first" && described.place == hoth)
        let endor = Place(name: "Endor")
        let edit = PostEdit(caption: "second", alts: [0: "a moon", 1: " "], place: .set(endor))
        let edited = try await leia.edit(post.id, edit)
        #expect(edited.photos.map(\.alt) == ["a moon", nil])
        #expect(edited.caption == "second" && edited.place == endor)
        #expect(edited == (try await world.guest.post(post.id)))
        #expect(try await leia.edit(post.id, PostEdit(place: .cleared)).place == nil)
        let epoch = try world.repository.epoch()
        try await leia.edit(post.id, PostEdit(caption: "second", alts: [0: "a moon"]))
        #expect(try world.repository.epoch() == epoch)
    }

    @Test(arguments: Storage.allCases)
    func isRefusedAsAWhole(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia, "first")
        world.clock.advance(by: 1)
        await #expect(throws: TimelineError.notYours(.editPost)) {
            try await world.session(han).edit(post.id, PostEdit(alts: [0: "mine"]))
        }
        let long = String(repeating: "x", count: 1501)
        let rejected: [(PostEdit, TimelineError)] = [
            (PostEdit(caption: "second", alts: [1: "none"]), .photoCountRefused(2)),
            (
                PostEdit(caption: "second", alts: [0: long]),
                .invalidText(.tooLong(.alt, limit: 1500))
            ),
            (PostEdit(caption: "second", place: .set(Place())), .invalidPlace("")),
        ]
        for (edit, error) in rejected {
            await #expect(throws: error) { try await world.session(leia).edit(post.id, edit) }
        }
        #expect(try await world.guest.post(post.id) == post)
        let missing = Post.ID(.max)
        await #expect(throws: TimelineError.postNotFound(missing.description)) {
            try await world.session(leia).edit(missing, PostEdit(place: .cleared))
        }
    }
}
