import Foundation
import Testing
import TimelineArchive
import TimelineCore

@testable import TimelinePages

@Suite("The exported site")
struct SiteTests {
    private static let hostile = #"</script><script>alert(1)</script> #sand & \"x\" @leia @nobody"#

    /// Returns the files of a site with hostile content.
    private func files(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> (files: [String: String], report: SiteReport) {
        let jpeg = Data(
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 4, 0, 3, 1, 1, 0x11, 0]
                + [0xFF, 0xDA, 0, 2, 7, 0xFF, 0xD9]
        )
        let posts = (0..<65)
            .map { index in
                let id = PushID(
                    milliseconds: 1_700_000_000_000 + UInt64(index) * 86_400_000,
                    bits: (0, 1)
                )
                return """
                    "\(id)": {"username": "leia", "image": "a", "caption": "\(Self.hostile)",
                        "comments": [{"username": "han", "text": "\(Self.hostile) #other"}]}
                    """
            }
        let json = """
            {"users": {"l": {"username": "leia", "bio": "\(Self.hostile)"}, "h": {"username": "han"}},
            "posts": {\(posts.joined(separator: ","))},
            "images": {"a": "\(jpeg.base64EncodedString())"}}
            """
        let random = Lock(SplitMix64(seed: 1))
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: NoHasher(),
            environment: TimelineEnvironment(
                now: { Date() },
                randomBytes: { count in
                    random.withLock { random in
                        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                    }
                },
                pause: TimelineEnvironment.system.pause,
                processorCount: 1
            )
        )
        let report = try await owner.load(FirebaseArchive(reading: Data(json.utf8)))
        #expect(report.findings == [])
        let files = Lock<[String: String]>([:])
        let site = try await owner.writeSite(of: nil) { path, content in
            files.withLock { $0[path] = String(decoding: content, as: UTF8.self) }
        } progress: {
            progress($0, $1)
        }
        return (files.withLock(\.self), site)
    }

    @Test func equalStoresGiveEqualFiles() async throws {
        let first = try await files()
        let second = try await files()
        #expect(first.files == second.files && first.report == second.report)
        #expect(first.report.posts == 65 && first.report.photos.count == 1)
        let names = Set(first.files.keys)
        for name in [
            "index.html", "@leia.html", "@han.html", "feed.xml", "months.html", "tag/sand.html",
        ] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(names.count { $0.hasPrefix("post/") } == 65)
        #expect(names.count { $0.hasPrefix("index") } == 3)
        #expect(names.count { $0.hasPrefix("month/") } >= 2)
        #expect(!names.contains("tag/other.html"))
    }

    @Test func progressEndsAtTheTotal() async throws {
        let calls = Lock<[(done: Int, total: Int)]>([])
        let report = try await files { done, total in calls.withLock { $0.append((done, total)) } }
            .report
        let all = calls.withLock(\.self)
        let (posts, pages) = (all.prefix(65), all.dropFirst(65))
        #expect(posts.map(\.done) == Array(1...65) && posts.allSatisfy { $0.total == 65 })
        #expect(pages.map(\.done) == Array(1...report.pages))
        #expect(pages.allSatisfy { $0.done <= $0.total } && pages.last?.total == report.pages)
    }

    @Test func pagesNeedNoServerAndNoScript() async throws {
        for (path, content) in try await files().files where path.hasSuffix(".html") {
            #expect(!content.contains("<script") && !content.contains("<form"), "\(path)")
            #expect(!content.contains("href=\"/") && !content.contains("src=\"/"), "\(path)")
            #expect(!content.contains("@nobody.html") && !content.contains("tag/other"), "\(path)")
            #expect(!content.contains(" ago<") && !content.contains("Today"), "\(path)")
        }
    }

    @Test func theFeedIsEscaped() async throws {
        let feed = try #require(try await files().files["feed.xml"])
        #expect(feed.hasPrefix("<?xml") && feed.hasSuffix("</feed>\n"))
        #expect(feed.components(separatedBy: "<entry>").count == 51)
        #expect(!feed.contains("<script") && !feed.contains("<p>"))
        #expect(feed.contains("&amp;lt;/script&amp;gt;"))
    }

    @Test func longTagsHaveShortFiles() {
        let links = PageLinks(base: "", ending: ".html")
        let tag = Tag(normalized: String(repeating: "写", count: 90))
        let name = links(.tag(tag)).text
        #expect(name.utf8.count < 60 && name.hasPrefix("tag/"))
        #expect(links(.tag(Tag(normalized: "写真"))).text == "tag/%E5%86%99%E7%9C%9F.html")
    }

    @Test func aSiteInAnArchiveShowsItsPhotos() throws {
        let preview = Photo.Preview(blob: BlobID(of: Data("p".utf8)), byteCount: 1)
        let (photo, jpeg) = (Self.photo(.heic, preview), Self.photo(.jpeg, preview))
        let files = [photo.blob: "../blobs/a.heic", preview.blob: "../previews/p.jpg"]
        let heic = try #require(StaticSite.Picture(of: photo, in: files))
        #expect(heic.whole == "../previews/p.jpg" && heic.square == heic.whole)
        let both = try #require(StaticSite.Picture(of: jpeg, in: files))
        #expect(both.whole == "../blobs/a.heic" && both.square == "../previews/p.jpg")
        let alone = StaticSite.Picture(of: jpeg, in: [photo.blob: "x"])
        #expect(alone?.square == "x")
        #expect(StaticSite.Picture(of: photo, in: [:]) == nil)
        var links = PageLinks(base: "../", ending: ".html")
        links.pictures = [photo.blob: both]
        #expect(links(.photo(photo.blob, .square320)).text == "../../previews/p.jpg")
        #expect(links(.photo(photo.blob, .fit2048)).text == "../../blobs/a.heic")
    }

    private static func photo(_ type: MediaType, _ preview: Photo.Preview) -> Photo {
        Photo(
            blob: BlobID(of: Data("a".utf8)),
            byteCount: 1,
            mediaType: type,
            width: 2,
            height: 2,
            preview: preview
        )
    }
}
