import Foundation
import Testing
import TimelineCore

@Suite("The JSON of changes")
struct ChangeCodingTests {
    private static let author = User.ID(
        UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    )
    private static let post = Post.ID(PushID(milliseconds: 1_600_000_000_000, random: (3, 4)))
    private static let blob = BlobID(of: Data("photo".utf8))
    private static let preview = Photo.Preview(blob: blob, byteCount: 500)
    private static let place = Place(
        name: "Tatooine",
        coordinate: Coordinate(latitude: 33.5, longitude: -7.25)
    )

    /// Returns one change for each line of the golden file.
    private static func changes() throws -> [Change] {
        let photo = Photo(
            blob: blob,
            byteCount: 3_000_000,
            mediaType: .jpeg,
            width: 4032,
            height: 3024,
            alt: "two suns",
            thumbHash: Data([1, 2, 3]),
            preview: preview
        )
        let drawing = Photo(
            blob: blob,
            byteCount: 700,
            mediaType: .png,
            width: 1,
            height: 2
        )
        let actions: [Intent] = [
            .profileUpdated(
                ProfileUpdate(
                    username: try Username("leia"),
                    displayName: .set("Leia \"Organa\""),
                    bio: .cleared,
                    avatar: .set(drawing)
                )
            ),
            .profileUpdated(ProfileUpdate(url: .set("https://example.org/a"), avatar: .cleared)),
            .profileRemoved,
            .postAdded(Post.Content(caption: "dusk", photos: [photo], place: place)),
            .postAdded(Post.Content(photos: [drawing])),
            .captionEdited(post, caption: "dawn"),
            .postDeleted(post),
            .commentAdded(post, text: "héllo\n"),
            .commentDeleted(Comment.ID(post.pushID)),
            .liked(post),
            .unliked(post),
            .followed(author),
            .unfollowed(author),
            .placeEdited(post, place: place),
            .placeEdited(post, place: nil),
            .altEdited(post, photo: 0, alt: "two \"suns\""),
            .altEdited(post, photo: 9, alt: nil),
        ]
        let stamp = PushID(milliseconds: 1_700_000_000_000, random: (1, 2))
        return actions.map { Change(stamp: stamp, author: author, action: $0) }
    }

    @Test("Changes encode to the golden bytes")
    func encoding() throws {
        #expect(try Self.changes().map { JSONText.of($0) } == Self.lines())
    }

    @Test("The golden bytes decode to the changes")
    func decoding() throws {
        #expect(try Self.lines().map(Self.decoded) == Self.changes())
    }

    @Test(
        "Unknown actions and missing members are rejected",
        arguments: [
            #""action":"profileRemoved""#, #""action":{"never":{}}"#, #""action":{"liked":{}}"#,
            #""action":{"liked":{"user":"00010203-0405-0607-0809-0A0B0C0D0E0F"}}"#, #""action":{}"#,
            #""action":{"profileRemoved":{},"postDeleted":{"post":"-MH6Qc----B--------3"}}"#,
            #""post":"-MH6Qc----B--------3""#,
        ]
    )
    func rejection(members: String) {
        let stamp = #""stamp":"-NjEtLV---3--------1""#
        let json = "{\"author\":\"\(Self.author)\",\(stamp),\(members)}"
        #expect(throws: DecodingError.self) { try Self.decoded(json) }
    }

    private static func decoded(_ json: String) throws -> Change {
        try JSONDecoder().decode(Change.self, from: Data(json.utf8))
    }

    private static func lines() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "Golden/changes.jsonl")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }
}
