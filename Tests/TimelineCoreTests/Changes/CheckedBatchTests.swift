import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A batch contains nothing that validation rejects")
struct CheckedBatchTests {
    private static let post = Intent.postAdded(
        Post.Content(caption: "sound", photos: [TestPhotos.photo(seed: 1)])
    )

    @Test(arguments: Storage.allCases)
    func theLargestStampIsRejectedAndMintingContinues(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let change = Change(stamp: .max, author: leia, action: Self.post)
        #expect(throws: TimelineError.identifierInFuture(PushID.max.description)) {
            try world.owner.check([change])
        }
        await #expect(throws: TimelineError.identifierInFuture(PushID.max.description)) {
            try await world.owner.apply([change])
        }
        let next = try await world.post(by: leia)
        #expect(next.id.date == world.clock.now)
    }

    @Test func aNullCharacterIsRejectedInAnyText() throws {
        let world = try TestWorld(.inMemory)
        var make = ChangeMaker()
        let good = make.post(.leia, "sound")
        for change in [
            make.post(.leia, "a\0b"), make.comment(.leia, on: good, "a\0b"),
            make.change(.leia, .captionEdited(good.post, caption: "a\0b")),
            make.change(.leia, .profileUpdated(ProfileUpdate(bio: .set("a\0b")))),
        ] {
            #expect(throws: TimelineError.self) { try world.owner.check([good, change]) }
        }
        world.clock.advance(by: 60)
        #expect(try world.owner.check([good]).changes == [good])
    }
}
