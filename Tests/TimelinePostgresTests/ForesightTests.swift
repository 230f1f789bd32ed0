#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

/// Tests of reads that follow a write on the same connection.
@Suite(
    "Reads after writes in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct ForesightTests {
    @Test("What a write has read before it wrote is not the answer of a later read")
    func readAfterWrite() async throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        let world = try TestWorld(repository: repository, blobs: InMemoryBlobStore())
        let session = try await world.signUp("leia").session
        let post =
            try await session
            .post([PhotoFile(content: SamplePhotos.jpeg)], caption: "moon")
        // The process knows whose session it is from now on.
        _ = try await session.home(limit: 20)
        for isLiked in [true, false, true] {
            let answer =
                isLiked ? try await session.like(post.id) : try await session.unlike(post.id)
            #expect(answer.likedByViewer == isLiked && answer.likeCount == (isLiked ? 1 : 0))
            let comment = try await session.comment(on: post.id, "the moon \(isLiked)")
            #expect(try await session.comment(comment.id).text == "the moon \(isLiked)")
            #expect(try await session.post(post.id).likedByViewer == isLiked)
        }
    }
}
#endif
