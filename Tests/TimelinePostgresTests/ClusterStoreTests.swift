#if Cluster
import Foundation
import Testing
import TimelineCluster
import TimelineCore
import TimelineTestSupport

@Suite(
    "Stores on servers, as apps open them",
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct ClusterStoreTests {
    @Test func whatOneProcessPostsIsReadByAnother() async throws {
        let server = try TestServer()
        let address = try #require(TestServer.address)
        defer { try? server.execute("DROP SCHEMA IF EXISTS timeline CASCADE") }
        let photos = try TemporaryFolder.make().path
        let stores = try (0..<2)
            .map { _ in
                try ClusterStore(database: address, photos: photos, environment: [:])
            }
        defer { for store in stores { store.close() } }
        let owners = stores.map {
            StoreOwner(repository: $0.repository, blobs: $0.blobs, hasher: PlainHasher())
        }
        let leia = try await owners[0].guest.signUp(TestWorld.form("leia"), label: "")
        let post = try await leia.session.post(
            [PhotoFile(content: SamplePhotos.jpeg)],
            caption: "a"
        )
        let other = try await owners[1].guest.session(for: leia.token)
        let feed = try await other.timeline().posts
        #expect(feed.map(\.id) == [post.id])
        let blob = try #require(feed.first?.photos.first?.blob)
        #expect(try stores[1].blobs.data(for: blob) == stores[0].blobs.data(for: blob))
    }

    @Test func aWrongAddressOfPhotosIsRefused() throws {
        let address = try #require(TestServer.address)
        let server = try TestServer()
        defer { try? server.execute("DROP SCHEMA IF EXISTS timeline CASCADE") }
        #expect(throws: TimelineError.self) {
            try ClusterStore(database: address, photos: "s3:///photos", environment: [:])
        }
    }
}
#endif
