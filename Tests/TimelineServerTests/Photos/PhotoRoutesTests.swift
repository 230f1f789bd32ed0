import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineMedia
@testable import TimelineServer

@Suite("Photos over HTTP")
struct PhotoRoutesTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let blob: BlobID
    private let original: Data

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        original = SamplePhotos.jpeg + PlainPhotoProcessor.metadata
        let post = try await leia.session.post([PhotoFile(content: original)])
        blob = post.photos[0].blob
    }

    @Test("A rendition is the same for all readers, and browsers may cache it forever")
    func rendition() async throws {
        try await site.test { client in
            let path = "/photo/\(blob)/square320"
            let first = try await client.get(path, site.cookie(of: leia))
            let second = try await client.get(path, site.cookie(of: han))
            #expect(first.status == .ok)
            #expect(first.body == second.body)
            #expect(first.headers[.contentType] == "image/jpeg")
            #expect(first.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(first.headers[.xContentTypeOptions] == "nosniff")
            #expect(first.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(first.headers[.eTag] == second.headers[.eTag])
            #expect(first.headers[.eTag]?.hasPrefix("\"") == true)
        }
    }

    @Test("A rendition is read only once, and only sent to users that can see its post")
    func recent() async throws {
        let reads = Lock(0)
        let blobs = ProbingBlobStore(site.world.blobs) { point in
            if point == .reading { reads.withLock { $0 += 1 } }
        }
        let counting = try ServerWorld(world: site.world.with(blobs: blobs))
        let posts = try await leia.session.page(of: .home).posts
        try await counting.test { client in
            let path = "/photo/\(blob)/square320"
            let first = try await client.get(path, counting.cookie(of: leia))
            let count = reads.withLock { $0 }
            try FileManager.default.removeItem(at: counting.renditions)
            let second = try await client.get(path, counting.cookie(of: han))
            #expect(second.status == .ok)
            #expect(second.body == first.body)
            #expect(reads.withLock { $0 } == count)
            #expect(try await client.get(path).status == .seeOther)
            for post in posts { try await leia.session.delete(post.id) }
            var fields = counting.cookie(of: han)
            #expect(try await client.get(path, fields).status == .notFound)
            fields[.ifNoneMatch] = first.headers[.eTag]
            #expect(try await client.get(path, fields).status == .notFound)
        }
    }

    @Test("A request with the tag of a rendition is answered without reading the photo")
    func knownTag() async throws {
        let broken = try ServerWorld(world: site.world.with(blobs: InMemoryBlobStore()))
        try await broken.test { client in
            var fields = broken.cookie(of: leia)
            fields[.ifNoneMatch] = PhotoTag(.square320, of: blob).text
            let response = try await client.get("/photo/\(blob)/square320", fields)
            #expect(response.status == .notModified)
            #expect(response.headers[.eTag] == fields[.ifNoneMatch])
            fields[.ifNoneMatch] = PhotoTag(.square1080, of: blob).text
            let other = try await client.get("/photo/\(blob)/square320", fields)
            #expect(other.headers[.eTag] == nil)
        }
    }

    @Test("A photo that is damaged or missing is not found, but a missing one has a substitute")
    func damaged() async throws {
        let folder = try TemporaryFolder.make()
        let blobs = try FolderBlobStore(folder: folder)
        let world = try ServerWorld(world: site.world.with(blobs: blobs))
        let path = blobs.path(for: blob)
        try await world.test { client in
            for content in [nil, Data(), SamplePhotos.jpeg.dropLast(10)] {
                if let content {
                    try DurableFile.makeFolder(path.deletingLastPathComponent())
                    try content.write(to: path)
                }
                for file in ["square320", "fit2048", "copy"] {
                    let photo = "/photo/\(blob)/\(file)"
                    let response = try await client.get(photo, world.cookie(of: leia))
                    guard content == nil, file != "copy" else {
                        #expect(response.status == .notFound)
                        continue
                    }
                    // It stands for the photo until that arrives, so browsers must not cache it.
                    #expect(response.status == .ok)
                    #expect(response.headers[.contentType] == "image/jpeg")
                    #expect(response.headers[.cacheControl] == "private, no-store")
                    #expect(response.headers[.eTag] == nil)
                    #expect(try await client.get(photo).status == .seeOther)
                }
            }
            try FileManager.default.removeItem(at: path)
            try FileManager.default.createSymbolicLink(
                at: path,
                withDestinationURL: URL(filePath: "/dev/zero")
            )
            let link = try await client.get("/photo/\(blob)/copy", world.cookie(of: leia))
            #expect(link.status == .notFound)
        }
    }

    @Test("A placeholder for HEIC that cannot be decoded must not be cached")
    func placeholder() async throws {
        let post = try await leia.session.post([PhotoFile(content: SamplePhotos.heic)])
        let without = try ServerWorld(
            world: site.world,
            renditions: RenditionCache(
                folder: TemporaryFolder.make(),
                blobs: site.world.blobs,
                heif: nil
            )
        )
        try await without.test { client in
            let path = "/photo/\(post.photos[0].blob)/square320"
            let response = try await client.get(path, without.cookie(of: leia))
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "private, no-store")
            #expect(response.headers[.eTag] == nil)
            let again = try await client.get(path, without.cookie(of: leia))
            #expect(again.headers[.cacheControl] == "private, no-store")
        }
    }

    @Test("A browser that already has the photo receives no bytes")
    func cached() async throws {
        try await site.test { client in
            let path = "/photo/\(blob)/square320"
            var fields = site.cookie(of: leia)
            let first = try await client.get(path, fields)
            fields[.ifNoneMatch] = "\"other\", \(first.headers[.eTag] ?? "")"
            let second = try await client.get(path, fields)
            #expect(second.status == .notModified)
            #expect(second.body.readableBytes == 0)
        }
    }

    @Test("A range request returns a part, unless the file has changed")
    func ranges() async throws {
        try await site.test { client in
            let path = "/photo/\(blob)/original"
            var fields = site.cookie(of: leia)
            fields[.range] = "bytes=2-5"
            let part = try await client.get(path, fields)
            #expect(part.status == .partialContent)
            #expect(part.headers[.contentRange] == "bytes 2-5/\(original.count)")
            #expect(Data(part.body.readableBytesView) == original[2..<6])
            fields[.range] = "bytes=99999-"
            #expect(try await client.get(path, fields).status == .rangeNotSatisfiable)
            fields[.range] = "bytes=2-5"
            fields[.ifRange] = "\"former\""
            #expect(try await client.get(path, fields).status == .ok)
        }
    }

    @Test("Only its owner can request the original, which must not be cached")
    func original() async throws {
        try await site.test { client in
            let path = "/photo/\(blob)/original"
            let own = try await client.get(path, site.cookie(of: leia))
            #expect(Data(own.body.readableBytesView) == original)
            #expect(own.headers[.cacheControl] == "private, no-store")
            #expect(own.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
            #expect(try await client.get(path, site.cookie(of: han)).status == .notFound)
        }
    }

    @Test("A large photo is sent in pieces, so that a slow client receives it steadily")
    func pieces() async throws {
        let large = original + Data(repeating: 7, count: 2 * PhotoResponse.pieceSize)
        let post = try await leia.session.post([PhotoFile(content: large)])
        try await site.test { client in
            let path = "/photo/\(post.photos[0].blob)/original"
            var fields = site.cookie(of: leia)
            let whole = try await client.get(path, fields)
            #expect(Data(whole.body.readableBytesView) == large)
            #expect(whole.pieceSizes.count == 3)
            #expect(whole.pieceSizes.allSatisfy { $0 <= PhotoResponse.pieceSize })
            fields[.range] = "bytes=5-"
            let part = try await client.get(path, fields)
            #expect(Data(part.body.readableBytesView) == large[5...])
            #expect(part.pieceSizes.count == 3)
        }
    }

    @Test("A copy contains no metadata")
    func copy() async throws {
        try await site.test { client in
            for login in [leia, han] {
                let copy = try await client.get("/photo/\(blob)/copy", site.cookie(of: login))
                #expect(Data(copy.body.readableBytesView) == SamplePhotos.jpeg)
            }
        }
    }

    @Test("Guests cannot see photos, and nobody can see a photo of a deleted post")
    func access() async throws {
        let posts = try await leia.session.page(of: .home).posts
        try await site.test { client in
            for file in ["square320", "fit2048", "copy", "original"] {
                let guest = try await client.get("/photo/\(blob)/\(file)")
                #expect(guest.status != .ok)
            }
            for post in posts { try await leia.session.delete(post.id) }
            for file in ["square320", "fit2048", "copy", "original"] {
                let path = "/photo/\(blob)/\(file)"
                #expect(try await client.get(path, site.cookie(of: leia)).status == .notFound)
            }
        }
    }

    @Test("Unknown photos and renditions are not found")
    func unknown() async throws {
        try await site.test { client in
            for path in ["/photo/abc/square320", "/photo/\(blob)/square321", "/photo/\(blob)"] {
                let response = try await client.get(path, site.cookie(of: leia))
                #expect(response.status == .notFound)
            }
        }
    }
}
