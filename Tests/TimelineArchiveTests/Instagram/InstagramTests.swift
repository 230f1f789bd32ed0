import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Importing archives of Instagram")
struct InstagramTests {
    /// Returns a small archive in the layout used since 2024.
    private static func archive(_ root: String = "") -> [String: Data] {
        let posts: JSON = [
            [
                "media": [
                    [
                        "uri": "media/posts/202207/falcon.jpg", "creation_timestamp": 1_658_871_953,
                        "title": "Sunset in M\u{C3}\u{BC}nchen", "cross_post_source": ["a": "FB"],
                    ]
                ]
            ],
            instagramPost(
                1_658_871_955,
                "Two",
                ["media/posts/202207/a.jpg", "media/posts/202207/b.webp"]
            ),
            [
                "media": [
                    "uri": "media/other/c", "creation_timestamp": 1_658_871_960, "title": nil,
                ],
                "title": nil,
            ],
        ]
        return [
            "\(root)your_instagram_activity/media/posts_1.json": posts.data,
            "\(root)media/posts/202207/falcon.jpg": jpeg(1),
            "\(root)media/posts/202207/a.jpg": jpeg(2),
            "\(root)media/posts/202207/b.webp": SamplePhotos.webp,
            "\(root)media/other/c": jpeg(3),
        ]
    }

    @Test(arguments: Storage.allCases)
    func allPostsAreImported(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let report = try await world.load(Self.archive())
        #expect(report.posts == ImportTally(entries: 3, imported: 3))
        #expect(report.media == ImportTally(entries: 4, imported: 4))
        #expect(!report.hasRejections)
        let posts = try await world.posts()
        #expect(posts.map(\.caption) == ["", "Two", "Sunset in München"])
        #expect(posts.map(\.photos.count) == [1, 2, 1])
        #expect(
            posts.map(\.createdAt.timeIntervalSince1970) == [
                1_658_871_960, 1_658_871_955, 1_658_871_953,
            ]
        )
        #expect(posts.allSatisfy { $0.author.id == world.leia })
        #expect(try world.store.blobs.data(for: posts[2].photos[0].blob) == jpeg(1))
        #expect(report.findings.map(\.outcome) == [.changed])
    }

    @Test(arguments: Storage.allCases)
    func aSecondImportImportsNothing(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let archive = try file(ZipMaker.archive(Self.archive()))
        try await world.load(archive)
        let answers = try await world.store.answers()
        let report = try await world.load(archive)
        #expect(report.posts == ImportTally(entries: 3, alreadyPresent: 3))
        #expect(report.media == ImportTally(entries: 4, alreadyPresent: 4))
        #expect(try await world.store.answers() == answers)
    }

    @Test func deletedPostsStayDeleted() async throws {
        let world = try await ImporterWorld()
        try await world.load(Self.archive())
        for post in try await world.posts() { try await world.session.delete(post.id) }
        let report = try await world.load(Self.archive())
        #expect(report.posts.alreadyPresent == 3)
        #expect(try await world.posts().isEmpty)
        #expect(try world.store.blobs.all().isEmpty)
    }

    /// Imports next year's archive, which contains one more post, from a different folder.
    @Test func theNextArchiveAddsOnlyNewPosts() async throws {
        let world = try await ImporterWorld()
        try await world.load(Self.archive())
        var next = Self.archive("instagram-leia-2027/")
        next["instagram-leia-2027/your_instagram_activity/media/posts_2.json"] =
            JSON.array([instagramPost(1_700_000_000, "New", ["media/posts/new.jpg"])]).data
        next["instagram-leia-2027/media/posts/new.jpg"] = jpeg(9)
        let report = try await world.load(next)
        #expect(
            report.posts == ImportTally(entries: 4, imported: 1, alreadyPresent: 3)
        )
        #expect(try await world.posts().first?.caption == "New")
    }

    @Test func aDryRunWritesNothing() async throws {
        let world = try await ImporterWorld()
        let report = try await world.load(
            file(ZipMaker.archive(Self.archive())),
            isDryRun: true
        )
        #expect(report.posts.imported == 3)
        #expect(report.isDryRun)
        #expect(try await world.posts().isEmpty)
        #expect(try world.store.blobs.all().isEmpty)
    }

    @Test func foldersEqualZipArchives() async throws {
        let (zip, unpacked) = (try await ImporterWorld(), try await ImporterWorld())
        try await zip.load(Self.archive())
        try await unpacked.load(folder(Self.archive()))
        #expect(try await zip.posts().map(\.caption) == unpacked.posts().map(\.caption))
        #expect(try await zip.posts().map(\.id.milliseconds).count == 3)
    }

    @Test(arguments: [
        "content/posts_1.json", "your_instagram_activity/content/posts_1.json",
        "your_instagram_activity/media/posts_1.json", "leia/content/posts_1.json",
    ])
    func layoutsSince2021(_ path: String) async throws {
        let world = try await ImporterWorld()
        let post = instagramPost(1_600_000_000, "Falcon", ["media/posts/a.jpg"])
        let report = try await world.load([
            path: JSON.array([post]).data, "media/posts/a.jpg": jpeg(1),
        ])
        #expect(report.posts.imported == 1)
    }

    @Test func layoutUntil2020() async throws {
        let world = try await ImporterWorld()
        func photo(_ path: String, _ time: String) -> JSON {
            [
                "caption": "Caf\u{C3}\u{A9}", "taken_at": .string(time), "location": "Theed",
                "path": .string(path),
            ]
        }
        let media: JSON = [
            "photos": [
                photo("photos/201805/a.jpg", "2018-05-01T12:00:00+00:00"),
                photo("photos/201805/b.jpg", "2018-05-01T12:00:00+00:00"),
                photo("photos/201805/c.jpg", "2018-05-02T12:00:00+02:00"),
            ],
            "videos": [["caption": "", "taken_at": "2018-05-01T12:00:00", "path": "v.mp4"]],
            "stories": [["taken_at": "2018-05-01T12:00:00", "path": "s.jpg"]],
            "profile": [["path": "p.jpg", "is_active_profile": true]],
        ]
        let report = try await world.load(
            [
                "media.json": media.data, "photos/201805/a.jpg": jpeg(1),
                "photos/201805/b.jpg": jpeg(2), "photos/201805/c.jpg": jpeg(3), "v.mp4": mp4,
                "likes.json": (["media_likes": [["a", "b"], ["c", "d"]]] as JSON).data,
                "connections.json":
                    (["followers": ["han": "2018"], "following": ["luke": "2"]]
                    as JSON)
                    .data,
            ],
            as: .instagram(places: true)
        )
        #expect(
            report.posts == ImportTally(entries: 4, imported: 2, notSupported: 2)
        )
        #expect(
            report.media == ImportTally(entries: 5, imported: 3, notSupported: 2)
        )
        #expect(report.notKept == 3)
        #expect(report.people == ["han", "luke"])
        let posts = try await world.posts()
        #expect(posts.map(\.photos.count) == [1, 2])
        #expect(posts.map(\.caption) == ["Café", "Café"])
        let repaired = EntryError.repairedEncoding("Caf\u{C3}\u{A9}").reason
        #expect(report.findings.count { $0.reason == repaired } == 2)
        #expect(posts.map(\.place?.name) == ["Theed", "Theed"])
        #expect(
            posts.map(\.createdAt.timeIntervalSince1970) == [1_525_255_200, 1_525_176_000]
        )
    }

    /// Checks that an album until 2020 ends before its photos fill the memory.
    @Test func formerAlbumsAreBounded() throws {
        func photo(_ byteCount: Int) throws -> FormerPhoto {
            var content = Data(
                #"{"caption":"","taken_at":"2018-05-01T12:00:00","path":"a.jpg"}"#.utf8
            )
            content.append(Data(repeating: 0x20, count: byteCount - content.count))
            let item = JSONItem(key: "photos", position: 0, content: .success(content))
            return try FormerPhoto(item, at: .init(file: "media.json"))
        }
        let small = try photo(100)
        var album = FormerAlbum(small)
        let large = try photo(JSONItems.byteLimit - 200)
        let isAdded = [large, small, small].map { album.append($0) }
        #expect(isAdded == [true, true, false])
        #expect(album.photos.count == 3)
        var many = FormerAlbum(small)
        let addedCount = (0..<SourcePost.mediaLimit + 10).count { _ in many.append(small) }
        #expect(addedCount == SourcePost.mediaLimit - 1)
    }

    /// Imports a post with more media than any service allows, and one with the maximum number.
    @Test func postsWithTooManyMediaAreRejected() async throws {
        let world = try await ImporterWorld()
        func post(_ seconds: Int, mediaCount: Int) -> JSON {
            let values = [JSON](repeating: 1, count: mediaCount - 1)
            return [
                "media": .array([["uri": "a.jpg"]] + values),
                "creation_timestamp": .literal("\(seconds)"),
            ]
        }
        let limit = SourcePost.mediaLimit
        let posts = [
            post(1_600_000_000, mediaCount: limit + 1), post(1_600_000_001, mediaCount: limit),
        ]
        let report = try await world.load([
            "posts_1.json": JSON.array(posts).data, "a.jpg": jpeg(1),
        ])
        #expect(report.posts == ImportTally(entries: 2, imported: 1, rejected: 1))
        #expect(
            report.media
                == ImportTally(entries: 2 * limit + 1, imported: 1, rejected: 2 * limit)
        )
        let findings = report.findings.filter { $0.position == "0" }
        #expect(
            findings.map(\.reason) == [
                EntryError.tooManyMedia.reason, EntryError.postRejected.reason,
            ]
        )
        #expect(findings.map(\.count) == [1, limit + 1])
    }

    @Test func videosAreCountedAndPicturesImported() async throws {
        let world = try await ImporterWorld()
        let posts: JSON = [
            instagramPost(1_600_000_000, "Mixed", ["a.jpg", "b.mp4", "c.jpg"]),
            instagramPost(1_600_000_001, "Only a video", ["b.mp4"]),
            instagramPost(1_600_000_002, "Nothing", []),
        ]
        let report = try await world.load([
            "posts_1.json": posts.data, "a.jpg": jpeg(1), "b.mp4": mp4, "c.jpg": jpeg(2),
            "stories.json": (["ig_stories": [["uri": "a.jpg"]]] as JSON).data,
            "archived_posts.json":
                (["ig_archived_post_media": [["media": [["uri": "a.jpg"]]]]]
                as JSON)
                .data,
        ])
        #expect(
            report.posts == ImportTally(entries: 5, imported: 1, notSupported: 4)
        )
        #expect(
            report.media == ImportTally(entries: 6, imported: 2, notSupported: 4)
        )
        #expect(!report.hasRejections)
        let pictures = try await world.posts().map { $0.photos.map(\.blob) }
        #expect(pictures == [[BlobID(of: jpeg(1)), BlobID(of: jpeg(2))]])
        let video = report.findings.first { $0.file == "b.mp4" }
        #expect(video?.position == "0/media/1" && video?.reason == EntryError.video.reason)
    }

    /// Checks that a HEIC picture is imported, even if its name has another extension or none.
    @Test(arguments: ["media/posts/a.heic", "media/posts/a.jpg", "media/posts/a"])
    func heicPicturesAreImported(_ path: String) async throws {
        let world = try await ImporterWorld()
        let post = instagramPost(1_600_000_000, "Falcon", [path])
        let report = try await world.load([
            "your_instagram_activity/media/posts_1.json": JSON.array([post]).data,
            path: SamplePhotos.heic,
        ])
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(report.media == ImportTally(entries: 1, imported: 1))
        let photo = try #require(try await world.posts().first?.photos.first)
        #expect(photo.mediaType == .heic)
        #expect(try world.store.blobs.data(for: photo.blob) == SamplePhotos.heic)
    }

    /// Checks that comments, likes and messages are counted with their files, and that the
    /// participants of a conversation are not.
    @Test func commentsLikesAndMessagesAreCounted() async throws {
        let world = try await ImporterWorld()
        let root = "your_instagram_activity/"
        let entry: JSON = ["string_map_data": ["Comment": ["value": "Nice"]]]
        let message: JSON = ["sender_name": "han", "timestamp_ms": 1, "content": "I know."]
        let conversation: JSON = [
            "participants": [["name": "han"], ["name": "leia"]], "messages": [message, message],
        ]
        let others: [(path: String, content: JSON, count: Int, fault: EntryError)] = [
            ("comments/post_comments_1.json", [entry, entry], 2, .comment),
            ("comments/reels_comments.json", ["comments_reels_comments": [entry]], 1, .comment),
            ("likes/liked_posts.json", ["likes_media_likes": [entry, entry, entry]], 3, .like),
            ("likes/liked_comments.json", ["likes_comment_likes": [entry]], 1, .like),
            ("messages/inbox/han_1/message_1.json", conversation, 2, .message),
        ]
        var files = Self.archive()
        for other in others { files[root + other.path] = other.content.data }
        let report = try await world.load(files)
        #expect(report.posts.imported == 3 && !report.hasRejections)
        #expect(report.notKept == 9)
        for other in others {
            let found = report.findings.filter { $0.file == root + other.path }
            #expect(found.map(\.count) == [other.count], "\(other.path)")
            #expect(found.map(\.reason) == [other.fault.reason], "\(other.path)")
            #expect(found.map(\.kind) == [.other] && found.map(\.outcome) == [.notSupported])
        }
    }

    @Test func moreThanTenPicturesBecomeFurtherPosts() async throws {
        let world = try await ImporterWorld()
        let names = (0..<23).map { "\($0).jpg" }
        var files = ["posts_1.json": JSON.array([instagramPost(1_600_000_000, "Many", names)]).data]
        for (index, name) in names.enumerated() { files[name] = jpeg(UInt8(index)) }
        let report = try await world.load(files)
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(report.furtherPosts == 2)
        #expect(report.findings.map(\.reason) == [EntryError.furtherPosts(2).reason])
        let posts = try await world.posts()
        #expect(posts.map(\.photos.count) == [3, 10, 10])
        #expect(posts.map(\.caption) == ["", "", "Many"])
        #expect(
            posts.map(\.id.milliseconds) == [
                1_600_000_000_002, 1_600_000_000_001, 1_600_000_000_000,
            ]
        )
        #expect(try await world.load(files).posts.alreadyPresent == 1)
        try await world.session.delete(posts[1].id)
        #expect(try await world.load(files).posts.alreadyPresent == 1)
        #expect(try await world.posts().count == 2)
    }

    @Test func longCaptionsContinueInAComment() async throws {
        let world = try await ImporterWorld()
        let caption = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let files = [
            "posts_1.json": JSON.array([instagramPost(1_600_000_000, caption, ["a.jpg"])]).data,
            "a.jpg": jpeg(1),
        ]
        let report = try await world.load(files)
        #expect(report.continuedCaptions == 1)
        #expect(report.findings.map(\.reason) == [EntryError.captionContinues.reason])
        let post = try #require(try await world.posts().first)
        let comments = try await world.store.guest.postPage(post.id).comments
        #expect(comments.count == 1)
        #expect(([post.caption] + comments.map(\.text)).joined(separator: " ") == caption)
        let answers = try await world.store.answers()
        try await world.load(files)
        #expect(try await world.store.answers() == answers)
    }

    @Test func damagedEntriesAreRejectedOneByOne() async throws {
        let world = try await ImporterWorld()
        let huge = Data(jpeg(1).prefix(7)) + Data([0xFF, 0xFF, 0xFF, 0xFF]) + jpeg(1).dropFirst(11)
        let texts = [
            instagramPost(1_600_000_000, "Good", ["good.jpg"]).text,
            #"{"media": [{"uri": "good.jpg"}], "title": "No time"}"#,
            #"{"media": tru}"#, #""text""#, "17",
            instagramPost(1_600_000_001, "Missing", ["missing.jpg"]).text,
            instagramPost(1_600_000_002, "Half", ["good.jpg", "../../good.jpg", "damaged.jpg"])
                .text,
            instagramPost(1_600_000_003, "Huge", ["huge.jpg"]).text,
            instagramPost(1_600_000_004, "Text", ["text.jpg"]).text,
            instagramPost(99_999_999_999, "Future", ["good.jpg"]).text,
            instagramPost(1_600_000_005, "Better", ["better.jpg"]).text,
        ]
        let files = [
            "posts_1.json": Data("[\(texts.joined(separator: ","))]".utf8), "good.jpg": jpeg(1),
            "better.jpg": jpeg(2), "damaged.jpg": Data(jpeg(3).prefix(6)), "huge.jpg": huge,
            "text.jpg": Data("not a picture".utf8), "posts_2.json": Data("[{\"media\":".utf8),
        ]
        let report = try await world.load(files)
        #expect(
            report.posts == ImportTally(entries: 11, imported: 4, rejected: 7)
        )
        #expect(report.media.imported == 4)
        #expect(report.rejectedFiles == 1)
        #expect(report.hasRejections)
        #expect(try await world.posts().map(\.caption) == ["Future", "Better", "Half", "Good"])
        let answers = try await world.store.answers()
        let second = try await world.load(files)
        #expect(second.posts.rejected == 7)
        #expect(second.posts.alreadyPresent == 4)
        #expect(second.media.rejected == report.media.rejected)
        #expect(try await world.store.answers() == answers)
    }

    @Test func hostileEntriesOfTheZipArchiveAreReported() async throws {
        let world = try await ImporterWorld()
        let posts = JSON.array([instagramPost(1_600_000_000, "Link", ["link.jpg"])]).data
        var link = ZipMaker.Entry("link.jpg", Data("/etc/passwd".utf8))
        link.mode = 0o120777
        let archive = try file(
            ZipMaker.archive([
                ZipMaker.Entry("posts_1.json", posts), link, ZipMaker.Entry("../evil", Data()),
            ])
        )
        let report = try await world.load(archive)
        #expect(report.posts == ImportTally(entries: 1, rejected: 1))
        #expect(report.rejectedFiles == 2)
        #expect(Set(report.findings.map(\.file)).isSuperset(of: ["link.jpg", "../evil"]))
    }

    /// Checks that names that differ only in their Unicode normalization are different files, and
    /// that a file is found by another form of its name if no other file has that name.
    @Test(arguments: ["", "leia/"])
    func equivalentNamesAreDifferentFiles(_ root: String) async throws {
        let world = try await ImporterWorld()
        let names = ["caf\u{E9}.jpg", "cafe\u{301}.jpg", "u\u{308}.jpg"]
        let posts = (names + ["\u{FC}.jpg"]).enumerated()
            .map { instagramPost(1_600_000_000 + $0, "", ["media/\($1)"]) }
        var entries = [ZipMaker.Entry("posts_1.json", JSON.array(posts).data)]
        for (index, name) in names.enumerated() {
            entries.append(ZipMaker.Entry("\(root)media/\(name)", jpeg(UInt8(index))))
        }
        let report = try await world.load(file(ZipMaker.archive(entries)))
        #expect(report.media == ImportTally(entries: 4, imported: 4))
        let pictures = try await world.posts().flatMap(\.photos).map(\.blob)
        #expect(pictures == [2, 2, 1, 0].map { BlobID(of: jpeg($0)) })
    }

    @Test func equalEntriesAreDistinctPosts() async throws {
        let world = try await ImporterWorld()
        let post = instagramPost(1_600_000_000, "Twice", ["a.jpg"])
        let files = ["posts_1.json": JSON.array([post, post]).data, "a.jpg": jpeg(1)]
        #expect(try await world.load(files).posts.imported == 2)
        #expect(try await world.load(files).posts.alreadyPresent == 2)
        #expect(try await world.posts().count == 2)
    }

    @Test func placesAreImportedOnRequest() async throws {
        let exif: JSON = ["exif_data": [["latitude": .literal("52.5"), "longitude": 13]]]
        let post: JSON = [
            "media": [
                [
                    "uri": "a.jpg", "creation_timestamp": 1_600_000_000,
                    "media_metadata": ["photo_metadata": exif],
                ]
            ]
        ]
        for includesPlaces in [false, true] {
            let world = try await ImporterWorld()
            try await world.load(
                ["posts_1.json": JSON.array([post]).data, "a.jpg": jpeg(1)],
                as: .instagram(places: includesPlaces)
            )
            let place = try await world.posts().first?.place
            #expect(place?.coordinate?.latitude == (includesPlaces ? 52.5 : nil))
        }
    }

    @Test func peopleAreListed() async throws {
        let world = try await ImporterWorld()
        func entry(_ title: String, _ value: String?) -> JSON {
            let data: JSON = value.map { ["value": .string($0), "timestamp": 1] } ?? ["href": "h"]
            return ["title": .string(title), "string_list_data": [data]]
        }
        var files = Self.archive()
        files["connections/followers_and_following/followers_1.json"] =
            JSON.array([entry("", "han"), entry("", "luke")]).data
        files["connections/followers_and_following/following.json"] =
            (["relationships_following": [entry("chewie", nil), entry("no user", nil)]] as JSON)
            .data
        #expect(try await world.load(files).people == ["chewie", "han", "luke"])
    }

    @Test func otherArchivesAreRejected() async throws {
        let world = try await ImporterWorld()
        for files in [["a.txt": Data()], ["posts_1.html": Data()]] {
            await #expect(throws: TimelineError.self) { try await world.load(files) }
        }
    }
}
