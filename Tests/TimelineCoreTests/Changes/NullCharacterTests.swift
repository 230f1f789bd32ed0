import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// Tests that null characters are rejected.
///
/// SQLite would truncate the text at a null character.
@Suite("Null characters in texts")
struct NullCharacterTests {
    private static let fields: [TextField] = [
        .caption, .comment, .displayName, .bio, .alt, .placeName,
    ]

    @Test(arguments: fields, Storage.allCases)
    func aSessionRejectsThem(field: TextField, storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let (post, text) = (try await world.post(by: session.userID).id, "a\0b")
        await #expect(throws: TimelineError.invalidText(.containsNull(field))) {
            switch field {
            case .caption: try await session.edit(post, caption: text)
            case .comment: _ = try await session.comment(on: post, text)
            case .displayName:
                try await session.updateProfile(ProfileUpdate(displayName: .set(text)))
            case .alt: try await session.edit(post, PostEdit(alts: [0: text]))
            case .placeName:
                try await session.edit(post, PostEdit(place: .set(Place(name: text))))
            default: try await session.updateProfile(ProfileUpdate(bio: .set(text)))
            }
        }
    }

    @Test(arguments: fields)
    func noRecordContainsThem(field: TextField) throws {
        var make = RecordMaker()
        let (post, text) = (try make.post(.leia).post, "a\0b")
        let intent: Intent =
            switch field {
            case .caption: .postEdited(post, PostEdit(caption: text))
            case .comment: .commentAdded(post, text: text)
            case .displayName: .profileUpdated(ProfileUpdate(displayName: .set(text)))
            case .alt: .postEdited(post, PostEdit(alts: [0: text]))
            case .placeName: .postEdited(post, PostEdit(place: .set(Place(name: text))))
            default: .profileUpdated(ProfileUpdate(bio: .set(text)))
            }
        #expect(throws: RecordError.self) { try make.record(.leia, intent) }
    }
}
