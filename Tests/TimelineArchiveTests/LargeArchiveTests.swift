import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Large archives")
struct LargeArchiveTests {
    /// Imports 120 posts with 100 kB pictures, and then imports them again.
    @Test(arguments: Storage.allCases)
    func manyPosts(_ storage: Storage) async throws {
        let archive = try FirebaseArchive(Self.archive(posts: 120))
        let store = try TestWorld(storage)
        let report = try await store.owner.load(archive)
        report.expectComplete()
        #expect(report.findings == [])
        #expect(report.posts.imported == 120)
        let answers = try await store.answers()
        try await store.owner.load(archive)
        #expect(try await store.answers() == answers)
        #expect(answers.pages.count == 120)
        #expect(answers.blobs.count == 120)
    }

    private static func archive(posts: Int) -> JSON {
        let pictures = (0..<posts)
            .map { number in
                let pixels = Data(repeating: UInt8(number % 251), count: 100_000 + number)
                return (
                    "p\(number)", JSON.literal("\"\((jpeg() + pixels).base64EncodedString())\"")
                )
            }
        let names = (0..<30).map { "user\($0)" }
        let entries = (0..<posts)
            .map { number in
                let id = PushID(milliseconds: 1_446_435_287_669 + UInt64(number), bits: (0, 0))
                let replies = names.prefix(10)
                    .map { ["username": .string($0), "text": "Nice"] as JSON }
                return (
                    id.description,
                    [
                        "username": .string(names[number % 30]),
                        "imageEndpoint": .string("p\(number)"),
                        "comments": .array(replies), "likes": .array(replies),
                    ] as JSON
                )
            }
        let users = names.map { ($0, ["username": .string($0)] as JSON) }
        return ["users": .object(users), "posts": .object(entries), "images": .object(pictures)]
    }

    /// Reads the demo data.
    static func demoArchive() throws -> FirebaseArchive {
        let folder = try #require(Self.demo)
        let images = folder.appending(path: "images")
        let hasImages = FileManager.default.fileExists(atPath: images.path)
        return try FirebaseArchive(
            reading: Data(contentsOf: folder.appending(path: "world.json")),
            images: hasImages ? images : nil
        )
    }

    /// Imports the demo data if it exists.
    @Test(.enabled(if: LargeArchiveTests.demo != nil), arguments: Storage.allCases)
    func demoDataIsImported(_ storage: Storage) async throws {
        let archive = try Self.demoArchive()
        let report = try await TestWorld(storage, now: Self.lateDate).owner.load(archive)
        report.expectComplete()
        #expect(report.findings == [])
        #expect(report.posts.imported > 0)
    }

    /// A date after the creation of the demo data, independent of the machine's clock.
    static let lateDate = Date(timeIntervalSince1970: 4_000_000_000)

    /// The folder with the demo data, or `nil` if it does not exist.
    static let demo: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let data = folder.appending(path: "SeedData")
            if FileManager.default.fileExists(atPath: data.appending(path: "world.json").path) {
                return data
            }
        }
        return nil
    }()
}
