import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Null characters in texts")
struct NullCharacterTests {
    /// Checks that null characters are rejected.
    ///
    /// SQLite would truncate the text at a null character.
    @Test(
        arguments: [TextField.caption, .comment, .displayName, .bio, .alt, .placeName],
        Storage.allCases
    )
    func aNullCharacterIsRejected(field: TextField, storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let text = "a\0b"
        var make = ChangeMaker()
        let post = make.post(leia)
        let action: Intent =
            switch field {
            case .caption: .captionEdited(post.post, caption: text)
            case .comment: .commentAdded(post.post, text: text)
            case .displayName: .profileUpdated(ProfileUpdate(displayName: .set(text)))
            case .alt:
                .postAdded(Post.Content(photos: [TestPhotos.photo(seed: 1, alt: text)]))
            case .placeName:
                .postAdded(
                    Post.Content(photos: [TestPhotos.photo(seed: 1)], place: Place(name: text))
                )
            default: .profileUpdated(ProfileUpdate(bio: .set(text)))
            }
        await #expect(throws: TimelineError.invalidText(.containsNull(field))) {
            try await world.owner.apply([make.change(leia, action)])
        }
    }
}
