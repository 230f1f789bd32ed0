import Foundation
import Testing
import TimelineArgon2
import TimelineCore
import TimelineSQLite
import TimelineSync
import TimelineTestSupport

@Suite("The library, embedded as the README shows")
struct EmbeddingTests {
    @Test("The README's example shares a picture")
    func share() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        // The system removes the folder if this fails.
        defer { try? FileManager.default.removeItem(at: folder) }
        let posts = try await TimelineCommandsTests.share(SamplePhotos.jpeg, in: folder)
        #expect(posts.map(\.caption) == ["Tatooine"])
    }

    @Test("The README's other examples show the feed again, and sync with a folder")
    func reopen() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }  // As above.
        _ = try await TimelineCommandsTests.share(SamplePhotos.jpeg, in: folder)
        let owner = StoreOwner(
            repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
            blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
            hasher: Argon2Hasher()
        )
        let login = try await owner.guest.logIn(
            email: "leia@example.org",
            password: Password("two suns, one farm"),
            label: "again"
        )
        let feed = try await TimelineCommandsTests.feed(in: folder, token: login.token.text)
        #expect(feed.map(\.post.caption) == ["Tatooine"])
        #expect(feed.first?.picture.prefix(2) == Data([0xFF, 0xD8]))
        let shared = folder.appending(path: "shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        let report = try await TimelineCommandsTests.sync(login.session, of: owner, with: shared)
        #expect(report.isEqual && report.sent.posts == 1 && report.blobsSent ?? 0 > 0)
    }

    @Test(
        "The README shows the compiled examples",
        arguments: ["Embedding", "Reopening", "Syncing"]
    )
    func readme(name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let project = (0..<3).reduce(folder) { url, _ in url.deletingLastPathComponent() }
        let lines = try String(
            contentsOf: folder.appending(path: "\(name).swift"),
            encoding: .utf8
        )
        let readme = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(lines)```"))
    }
}
