import Foundation
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestDoubles
import TimelineTestSupport

@Suite("PNG for terminals")
struct PNGWritingTests {
    @Test("A written file contains the same pixels", arguments: [PNGGoal.time, .bytes])
    func exact(goal: PNGGoal) throws {
        let raster = try TestRaster.noise(37, 21, seed: 7).onWhite()
        let file = try #require(raster.png(saving: goal))
        #expect(try Picture(reading: file).raster == raster)
    }

    @Test("Rounding changes no colour by more than one, keeps black and white, and saves bytes")
    func rounded() throws {
        let pixels = (0..<256)
            .flatMap { (index: Int) -> [UInt8] in
                [UInt8(index), UInt8(index), UInt8(255 - index), 255]
            }
        let raster = try #require(Raster(width: 16, height: 16, pixels: pixels))
        let read = try Picture(reading: try #require(raster.png(saving: .transfer))).raster
        for (old, new) in zip(raster.pixels, read.pixels) {
            #expect(abs(Int(old) - Int(new)) <= 1)
        }
        #expect(read.pixels.prefix(4) == [0, 0, 255, 255])
        let noise = try TestRaster.noise(200, 200, seed: 3)
        let whole = try #require(noise.png()).count
        #expect(try #require(noise.png(saving: .transfer)).count < whole * 19 / 20)
    }

    @Test("Files for programs on this machine are cached, counted, evicted and removed")
    func cached() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "timeline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let blobs = InMemoryBlobStore()
        let content = PNGMaker.file(try TestRaster.noise(400, 200, seed: 1))
        let id = blobs.put(content)
        let photo = Photo(
            blob: id,
            byteCount: content.count,
            mediaType: .png,
            width: 400,
            height: 200
        )
        let cache = RenditionCache(folder: folder, blobs: blobs)
        let path = try #require(try await cache.pngFile(.within(100), of: photo))
        let first = try Data(contentsOf: path)
        #expect(try PictureFile(reading: first).header.size == PixelSize(width: 100, height: 50))
        #expect(try await cache.pngFile(.within(100), of: photo) == path)
        let square = try #require(try await cache.pngFile(.square(90), of: photo))
        #expect(square != path)
        // A damaged file is written again.
        try Data(first.dropLast(5)).write(to: path)
        #expect(try await cache.pngFile(.within(100), of: photo) == path)
        #expect(try Data(contentsOf: path) == first)
        // The count includes both files and the two renditions from which they were created.
        #expect(try await cache.orphans(besides: [], removing: false) == 4)
        #expect(try await cache.orphans(besides: [photo.blob], removing: false) == 0)
        cache.removeRenditions(of: [photo.blob])
        #expect(try await cache.orphans(besides: [], removing: false) == 0)
    }

    @Test("A missing photo has no file, and the placeholder is not cached")
    func missing() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "timeline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = Photo(
            blob: BlobID(of: Data("lost".utf8)),
            byteCount: 4,
            mediaType: .png,
            width: 400,
            height: 200
        )
        let cache = RenditionCache(folder: folder, blobs: InMemoryBlobStore())
        #expect(try await cache.pngFile(.within(100), of: photo) == nil)
        let (raster, isPlaceholder) = try await cache.raster(.within(100), of: photo)
        #expect(isPlaceholder && raster.width == 100 && raster.height == 50)
    }
}
