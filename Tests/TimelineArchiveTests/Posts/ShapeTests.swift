import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Unexpected shapes of archives")
struct ShapeTests {
    private static let post = instagramPost(1_600_000_000, "Falcon", ["a.jpg"])
    private static let picture: JSON = [
        "uri": "a.jpg", "creation_timestamp": 1_600_000_000, "title": "Falcon",
    ]

    /// Imports one post in a file whose top has another shape than usual (pixelfed/pixelfed#5272).
    @Test(arguments: [
        post, ["ig_posts": post], ["a": ["b": [post]]], ["media": [post]], [["item": post]],
        [picture], picture, ["version": 1, "info": ["a": 1], "posts": [post]],
        [["media": picture]], ["media": picture, "title": "", "creation_timestamp": "x"],
    ])
    func instagramPosts(_ json: JSON) async throws {
        let world = try await ImporterWorld()
        let report = try await world.load(["posts_1.json": json.data, "a.jpg": jpeg(1)])
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(!report.hasRejections)
        let posts = try await world.posts()
        #expect(posts.map(\.caption) == ["Falcon"])
        #expect(posts.map(\.createdAt.timeIntervalSince1970) == [1_600_000_000])
    }

    @Test(arguments: ["posts_1 (2).json", "posts_12.json", "POSTS.JSON", "x/posts (1).json"])
    func numberedFiles(_ name: String) async throws {
        let world = try await ImporterWorld()
        let report = try await world.load([name: JSON.array([Self.post]).data, "a.jpg": jpeg(1)])
        #expect(report.posts.imported == 1)
    }

    /// Checks that a file without any post is rejected, unless it is empty.
    @Test(arguments: [
        ("\"text\"", 1), ("17", 1), ("null", 1), ("", 1), ("{\"a\": {\"b\": 1}}", 1),
        ("{\"version\": 1}", 1), ("[]", 0), ("{}", 0), ("{\"ig_posts\": []}", 0),
    ])
    func filesWithoutPosts(_ json: String, _ rejectedCount: Int) async throws {
        let world = try await ImporterWorld()
        let report = try await world.load(["posts_1.json": Data(json.utf8)])
        #expect(report.posts.entries == 0)
        #expect(report.rejectedFiles == rejectedCount)
        #expect(report.findings.map(\.file) == ["posts_1.json"].suffix(rejectedCount))
    }

    @Test func formerPhotos() async throws {
        let photo: JSON = [
            "caption": "Falcon", "taken_at": "2018-05-01T12:00:00", "path": "a.jpg",
        ]
        for json: JSON in [["photos": photo], photo, [photo], ["pictures": [photo]]] {
            let world = try await ImporterWorld()
            let report = try await world.load(["media.json": json.data, "a.jpg": jpeg(1)])
            #expect(report.posts == ImportTally(entries: 1, imported: 1))
        }
    }

    /// Checks that posts in files with unknown names are counted, and that other files have one
    /// finding together, after all others.
    @Test func unknownFilesOfInstagram() async throws {
        let world = try await ImporterWorld()
        let profile: JSON = ["media_map_data": ["Photo": ["uri": "a.jpg"]], "title": ""]
        let report = try await world.load([
            "posts_1.json": JSON.array([Self.post]).data, "a.jpg": jpeg(1),
            "a/ads.json": (["ads": [["title": "x"], ["title": "y"]]] as JSON).data,
            "a/profile.json": (["profile_user": [profile]] as JSON).data,
            "a/threads.json": (["text_posts": [Self.post, Self.post]] as JSON).data,
            "a/._posts_1.json": Data([0, 5, 0x16]), "a/empty.json": Data("{}".utf8),
        ])
        #expect(report.posts == ImportTally(entries: 3, imported: 1, notSupported: 2))
        #expect(report.media == ImportTally(entries: 3, imported: 1, notSupported: 2))
        #expect(report.notKept == 3 && report.rejectedFiles == 0)
        let last = try #require(report.findings.last)
        #expect(last.file == "a/ads.json" && last.count == 3)
        #expect(last.reason == EntryError.unknownEntries(fileCount: 2).reason)
    }

    private static func note(_ number: Int = 1) -> JSON {
        [
            "id": .string("https://social.example/users/leia/statuses/\(number)"), "type": "Note",
            "content": "<p>Falcon</p>", "published": "2022-11-05T12:00:01Z",
            "to": ["https://www.w3.org/ns/activitystreams#Public"],
            "attachment": ["type": "Document", "url": "/media/a.jpg"],
        ]
    }

    private static let create: JSON = [
        "id": "x", "type": "Create", "published": "2022-11-05T12:00:01Z", "object": note(),
    ]

    /// Imports one post in an outbox of each shape; all of them are the same post.
    @Test func mastodonPosts() async throws {
        let world = try await ImporterWorld()
        let shapes: [JSON] = [
            ["orderedItems": [Self.create]], ["orderedItems": Self.create], [Self.create],
            [Self.note()], Self.note(), Self.create, ["statuses": [Self.note()]],
            ["type": "OrderedCollectionPage", "orderedItems": [Self.note()]],
            ["first": ["type": "OrderedCollectionPage", "orderedItems": [Self.create]]],
            ["@context": ["x", ["type": "@type"]], "totalItems": 1, "items": [Self.create]],
        ]
        for (index, json) in shapes.enumerated() {
            let report = try await world.load(
                ["outbox.json": json.data, "media/a.jpg": jpeg(1)],
                as: .mastodon(includesPrivate: false)
            )
            #expect(report.posts.entries == 1, "\(json.text)")
            #expect(report.posts.imported == (index == 0 ? 1 : 0), "\(json.text)")
            #expect(!report.hasRejections, "\(json.text)")
        }
        #expect(try await world.posts().map(\.caption) == ["Falcon"])
    }

    /// Imports attachments whose URLs are links, as Pleroma writes them.
    @Test func linkedAttachments() async throws {
        let world = try await ImporterWorld()
        func link(_ url: String) -> JSON {
            [["type": "Link", "href": .string(url), "mediaType": "image/jpeg"]]
        }
        let note: JSON = [
            "id": "https://social.example/1", "type": "Note", "to": ["as:Public"], "content": "x",
            "published": "2022-11-05T12:00:01Z",
            "attachment": [
                ["type": "Document", "url": link("https://social.example/media/a.jpg")],
                ["type": "Image", "href": "media/b.jpg"], ["type": "Document"],
            ],
        ]
        let report = try await world.load(
            [
                "outbox.json": JSON.array([note]).data, "media/a.jpg": jpeg(1),
                "media/b.jpg": jpeg(2),
            ],
            as: .mastodon(includesPrivate: false)
        )
        #expect(report.media == ImportTally(entries: 3, imported: 2, rejected: 1))
        #expect(try await world.posts().map(\.photos.count) == [2])
    }

    @Test(arguments: [
        ("{\"orderedItems\": []}", 0), ("{\"totalItems\": 0}", 0), ("{\"totalItems\": 5}", 1),
        ("{\"posts\": {\"a\": 1}}", 1), ("{\"@context\": [\"x\", {}]}", 0), ("7", 1),
    ])
    func outboxesWithoutPosts(_ json: String, _ rejectedCount: Int) async throws {
        let world = try await ImporterWorld()
        let report = try await world.load(
            ["outbox.json": Data(json.utf8)],
            as: .mastodon(includesPrivate: false)
        )
        #expect(report.rejectedFiles == rejectedCount)
        #expect(report.posts.entries == 0)
    }

    /// Checks that posts by other people, which activities such as likes contain, stay out.
    @Test func activitiesWithPostsByOthers() async throws {
        let world = try await ImporterWorld()
        let outbox: JSON = [
            "orderedItems": [
                ["type": "Like", "object": Self.note(1)],
                ["type": "Announce", "object": Self.note(2)],
            ]
        ]
        let report = try await world.load(
            ["outbox.json": outbox.data, "media/a.jpg": jpeg(1)],
            as: .mastodon(includesPrivate: false)
        )
        #expect(report.posts == ImportTally(entries: 1, notSupported: 1))
        #expect(report.notKept == 1)
    }
}
