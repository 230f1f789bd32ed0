import Foundation
import S3TestSupport
import Testing
import TimelineCore

@testable import TimelineS3

@Suite("Many objects")
struct S3ListingTests {
    private let server: FakeS3
    private let store: S3BlobStore
    private let ids = (0..<20_000).map { BlobID(of: Data("\($0)".utf8)) }

    init() throws {
        server = try FakeS3()
        store = try S3TestPlace(on: server).open()
        for id in ids { server.replace(store.keys.main(id), with: Data([1])) }
    }

    @Test func listsOfSeveralParts() throws {
        #expect(try store.all() == ids.sorted())
        // Two pages, each in ten parts.
        #expect(server.requests.count == 21)
        #expect(server.requests.allSatisfy { Int($0.query["max-keys"] ?? "") ?? 0 <= 1000 })
    }

    @Test func fewQuestionsAreAskedOneByOne() throws {
        let missing = (0..<30).map { BlobID(of: Data("missing \($0)".utf8)) }
        let asked = Set(ids.prefix(40) + missing)
        #expect(try store.contained(among: asked) == Set(ids.prefix(40)))
        #expect(server.requests.count { $0.method == "HEAD" } == 70)
    }

    @Test func manyQuestionsAreAnsweredByLists() throws {
        let missing = (0..<500).map { BlobID(of: Data("missing \($0)".utf8)) }
        let asked = Set(ids.prefix(500) + missing)
        #expect(try store.contained(among: asked) == Set(ids.prefix(500)))
        // Each of 16 lists has two parts, and the first part of one was read twice.
        #expect(server.requests.count == 33)
        #expect(server.requests.allSatisfy { $0.method == "GET" })
    }
}
