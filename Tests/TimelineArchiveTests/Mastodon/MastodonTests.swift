import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Importing archives of Mastodon")
struct MastodonTests {
    private static let everybody = "https://www.w3.org/ns/activitystreams#Public"

    /// Returns an activity that creates a post.
    private static func post(
        _ number: Int,
        _ content: String,
        media: [String],
        to: String = everybody,
        noteTo: String? = nil,
        type: String = "Note"
    ) -> JSON {
        let attachments = media.map {
            [
                "type": "Document", "mediaType": "image/jpeg", "url": .string("/media/\($0)"),
                "name": .string("Picture \($0)"),
            ] as JSON
        }
        return [
            "id": .string("https://social.example/users/leia/statuses/\(number)/activity"),
            "type": "Create", "published": .string("2022-11-05T12:00:0\(number)Z"),
            "to": [.string(to)], "cc": [],
            "object": [
                "type": .string(type), "summary": nil, "content": .string(content),
                "published": .string("2022-11-05T12:00:0\(number)Z"), "to": [.string(noteTo ?? to)],
                "attachment": .array(attachments),
            ],
        ]
    }

    private static var files: [String: Data] {
        let items: [JSON] = [
            post(
                1,
                #"<p>Two <a href="x" class="mention hashtag">#<span>suns</span></a></p><p>R2 &amp; 3PO<br />Bye</p>"#,
                media: ["a.jpg", "b.jpg"]
            ),
            post(2, "<p>Secret</p>", media: ["c.jpg"], to: "https://social.example/followers"),
            post(3, "<p>Text</p>", media: []),
            post(4, "<p>Poll</p>", media: [], type: "Question"),
            ["id": "x", "type": "Announce", "object": "https://other.example/1"],
            ["id": "y", "type": "Like", "object": "https://other.example/1"],
            post(5, "Video", media: ["v.mp4"]),
            post(6, "Missing", media: ["missing.jpg"]),
        ]
        return [
            "outbox.json": (["type": "OrderedCollection", "orderedItems": .array(items)] as JSON)
                .data,
            "actor.json": (["type": "Person"] as JSON).data,
            "likes.json": (["orderedItems": ["a", "b"]] as JSON).data, "media/a.jpg": jpeg(1),
            "media/b.jpg": jpeg(2), "media/c.jpg": jpeg(3), "media/v.mp4": mp4,
        ]
    }

    @Test(arguments: Storage.allCases, ["tar", "tar.gz", "zip", "folder"])
    func publicPostsWithPicturesAreImported(_ storage: Storage, _ container: String) async throws {
        let world = try await ImporterWorld(storage)
        let tar = TarMaker.archive(Self.files)
        let path =
            switch container {
            case "tar": try file(tar)
            case "tar.gz": try file(ZipMaker.gzipped(tar))
            case "zip": try file(ZipMaker.archive(Self.files))
            default: try folder(Self.files)
            }
        let report = try await world.load(path, as: .mastodon(includesPrivate: false))
        #expect(
            report.posts
                == ImportTally(entries: 7, imported: 1, notSupported: 5, rejected: 1)
        )
        #expect(
            report.media
                == ImportTally(entries: 5, imported: 2, notSupported: 2, rejected: 1)
        )
        #expect(report.notKept == 3)
        let posts = try await world.posts()
        #expect(posts.map(\.caption) == ["Two #suns\n\nR2 & 3PO\nBye"])
        #expect(posts[0].photos.map(\.alt) == ["Picture a.jpg", "Picture b.jpg"])
        #expect(posts[0].createdAt.timeIntervalSince1970 == 1_667_649_601)
        let second = try await world.load(path, as: .mastodon(includesPrivate: false))
        #expect(second.posts.alreadyPresent == 1)
        #expect(second.posts.imported == 0)
    }

    @Test func privatePostsAreImportedOnRequest() async throws {
        let world = try await ImporterWorld()
        let report = try await world.load(Self.files, as: .mastodon(includesPrivate: true))
        #expect(report.posts.imported == 2)
        #expect(try await world.posts().map(\.caption).first == "Secret")
    }

    /// Imports an archive that lacks a picture, and then the complete one.
    @Test func picturesMissingFromTheFirstArchiveAreReported() async throws {
        let world = try await ImporterWorld()
        let format = ArchiveFormat.mastodon(includesPrivate: false)
        let outbox: JSON = ["orderedItems": [Self.post(1, "Falcon", media: ["a.jpg", "b.jpg"])]]
        var files = ["outbox.json": outbox.data, "media/a.jpg": jpeg(1)]
        let first = try await world.load(files, as: format)
        #expect(first.media == ImportTally(entries: 2, imported: 1, rejected: 1))
        files["media/b.jpg"] = jpeg(2)
        let second = try await world.load(files, as: format)
        #expect(second.posts == ImportTally(entries: 1, alreadyPresent: 1))
        #expect(second.media == ImportTally(entries: 2, alreadyPresent: 1, rejected: 1))
        #expect(second.findings.map(\.reason) == [EntryError.pictureTooLate.reason])
        #expect(try await world.posts().map(\.photos.count) == [1])
    }

    @Test func postsWithTooManyMediaAreRejected() async throws {
        let world = try await ImporterWorld()
        let limit = SourcePost.mediaLimit
        let media = [String](repeating: "a.jpg", count: limit + 1)
        let outbox: JSON = ["orderedItems": [Self.post(1, "Many", media: media)]]
        let report = try await world.load(
            ["outbox.json": outbox.data, "media/a.jpg": jpeg(1)],
            as: .mastodon(includesPrivate: false)
        )
        #expect(report.posts == ImportTally(entries: 1, rejected: 1))
        #expect(report.media == ImportTally(entries: limit + 1, rejected: limit + 1))
        #expect(report.findings.first?.reason == EntryError.tooManyMedia.reason)
    }

    /// Imports posts whose activities have other recipients than the posts themselves.
    @Test func theRecipientsOfThePostDecide() async throws {
        let world = try await ImporterWorld()
        let followers = "https://social.example/followers"
        let outbox: JSON = [
            "orderedItems": [
                Self.post(1, "Private", media: ["a.jpg"], noteTo: followers),
                Self.post(2, "Public", media: ["a.jpg"], to: followers, noteTo: Self.everybody),
            ]
        ]
        let files = ["outbox.json": outbox.data, "media/a.jpg": jpeg(1)]
        let report = try await world.load(files, as: .mastodon(includesPrivate: false))
        #expect(report.posts == ImportTally(entries: 2, imported: 1, notSupported: 1))
        #expect(try await world.posts().map(\.caption) == ["Public"])
    }

    private static func files(bio: String) -> [String: Data] {
        var files = files
        files["avatar.png"] = jpeg(9)
        let actor: JSON = [
            "type": "Person", "name": " Leia ", "summary": .string(bio),
            "icon": ["type": "Image", "url": "avatar.png"],
        ]
        files["actor.json"] = actor.data
        return files
    }

    @Test(arguments: Storage.allCases)
    func theProfileFillsEmptyFields(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let files = Self.files(bio: "<p>Of <b>Alderaan</b></p><p>Gone</p>")
        let format = ArchiveFormat.mastodon(includesPrivate: false)
        let path = try folder(files)
        let rehearsal = try await world.load(path, as: format, isDryRun: true)
        #expect(rehearsal.profileFields == [.displayName, .bio, .photo])
        #expect(try await world.session.profile().user.displayName == nil)
        let first = try await world.load(path, as: format)
        #expect(first.profileFields == [.displayName, .bio, .photo])
        let user = try await world.session.profile().user
        #expect(user.displayName == "Leia" && user.bio == "Of Alderaan\n\nGone")
        #expect(user.avatar?.blob == BlobID(of: jpeg(9)))

        let other = Self.files(bio: "Other")
        #expect(try await world.load(other, as: format).profileFields == [])
        #expect(try await world.session.profile().user == user)
    }

    @Test func aProfileThatCannotBeUsedIsReported() async throws {
        let world = try await ImporterWorld()
        let format = ArchiveFormat.mastodon(includesPrivate: false)
        var files = Self.files(bio: String(repeating: "Princess of Alderaan ", count: 25))
        files["avatar.png"] = Data("text".utf8)
        let report = try await world.load(files, as: format)
        #expect(report.profileFields == [.displayName, .bio] && report.rejectedFiles == 1)
        let bio = try #require(try await world.session.profile().user.bio)
        #expect((480...500).contains(bio.count) && bio.hasSuffix("…"))
        #expect(
            bio.dropLast().split(separator: " ")
                .allSatisfy {
                    ["Princess", "of", "Alderaan"].contains($0)
                }
        )
        #expect(report.findings.contains { $0.reason == EntryError.shortened(.bio).reason })
        files["actor.json"] = Data("[".utf8)
        #expect(try await world.load(files, as: format).rejectedFiles == 1)
        files["actor.json"] = (["icon": ["url": "https://x.example/a.png"]] as JSON).data
        #expect(try await world.load(files, as: format).rejectedFiles == 0)
    }

    @Test(arguments: [
        ("plain", "plain"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br>b<br/>c", "a\nb\nc"),
        ("&lt;b&gt; &#39;x&#x27; &quot;&nbsp;&unknown;", "<b> 'x' \"\u{20}&unknown;"),
        ("&amp;lt;", "&lt;"), ("a < b", "a < b"), ("<", "<"), ("I <3 you", "I <3 you"),
        ("<ul><li>a</li><li>b</li></ul>c", "a\nb\n\nc"),
        ("<h1>a</h1>b<div>c</div>d", "a\n\nb\nc\nd"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>", "a b\nc"),
        ("<p>a</p>\n<p>b\n c</p>", "a\n\nb c"), ("a\n<b>b</b>", "a b"), ("a<br><br>b", "a\n\nb"),
        ("<p>a<br></p><p>b</p>", "a\n\nb"), ("<pre>a\n  b</pre>c", "a\n  b\n\nc"),
        ("a<!-- <b> -->b<script>x < y</SCRIPT>c<style>p {}</style>d", "abcd"),
        (#"a<img alt="x > y" title='"'>b"#, "ab"), ("a <b", "a <b"), ("<b>a", "a"),
        (#"a<b title="x>b"#, "ab"), ("a<!DOCTYPE x><?php ?>b", "ab"),
        ("&Eacute;t&eacute; &hearts;&#X2665;&#9829 &copy; &#150;&#x80; &apos;", "Été ♥♥♥ © –€ '"),
        ("&#0;&#31;&#x81;&#xFFFFFFF;&#xD800;a&#55357;&#56832;&bogus;&;", "a😀&bogus;&;"),
        (#"<a href="h"><span class="invisible">https://</span>x.example</a>"#, "https://x.example"),
    ])
    func html(_ html: String, _ text: String) {
        #expect(HTMLText.text(of: html) == text)
    }
}
