import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Texts come back as they were given")
struct TextTests {
    @Test(
        arguments: Storage.allCases,
        [
            "", " ", "two\r\nlines", "e\u{301}", "é", "👩‍👩‍👧", "\u{202E}abc", "'; DROP TABLE post; --",
            "%_\\",
        ]
    )
    func captionsAndComments(storage: Storage, text: String) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.leia, text)
        let comment = make.comment(.leia, on: post, text)
        let update = ProfileUpdate(displayName: .set(text), bio: .set(text), url: .set(text))
        try repository.apply([
            try make.user(.leia, "leia"), post, comment,
            make.change(.leia, .profileUpdated(update)),
        ])
        try repository.apply([post, comment])
        try repository.read { reader throws in
            let view = try #require(try reader.post(post.post, for: nil))
            let comment = try #require(try reader.comment(comment.comment))
            let user = view.author
            for found in [view.caption, comment.text, user.displayName, user.bio, user.url] {
                #expect(found.map { Array($0.utf8) } == Array(text.utf8))
            }
        }
    }

    /// SQLite would end the text at a null character.
    @Test(
        arguments: [TextField.caption, .comment, .displayName, .bio, .alt, .placeName],
        Storage.allCases
    )
    func aNulIsRejected(field: TextField, storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let text = "a\0b"
        var make = ChangeMaker()
        let post = make.post(leia)
        let action: Change.Action =
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
        await #expect(throws: TimelineError.invalidText(.holdsNull(field))) {
            try await world.owner.apply([make.change(leia, action)])
        }
    }
}
