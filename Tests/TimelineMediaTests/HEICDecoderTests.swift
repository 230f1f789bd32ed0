import CHEIF
import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

@Suite("HEIC pictures")
struct HEICDecoderTests {
    private static var isDecoded: Bool { HEIFLibrary.system != nil }

    @Test("are rotated once, by their property", .enabled(if: isDecoded))
    func turned() throws {
        let content = try Fixtures.file("heic-turned.heic")
        // Exif repeats the rotation, which must not be applied twice.
        let exif = try #require(HEICFile(reading: content).exif)
        #expect(Exif(exif)?.orientation == .turnedClockwise)
        let header = try PictureHeader(reading: content)
        #expect(header.orientation == .upright && header.width == 48 && header.height == 32)
        let picture = try Picture(reading: content)
        #expect(picture.raster.width == 48 && picture.raster.height == 32)
        for sample in Drawing.samples {
            let found = picture.raster.pixel(at: sample.across, sample.down)
            #expect(isClose(found, sample.colour, tolerance: 14), "\(found)")
        }
        #expect(picture.colourProfile?.count ?? 0 > 128)
    }

    @Test("scaled down show the same picture", .enabled(if: isDecoded))
    func smaller() throws {
        let content = try Fixtures.file("heic-turned.heic")
        let raster = try Picture(reading: content, fit: .within(20)).raster
        #expect(raster.width == 20 && raster.height == 13)
        for sample in Drawing.samples where sample.across > 0.2 {
            let found = raster.pixel(at: sample.across, sample.down)
            #expect(isClose(found, sample.colour, tolerance: 30), "\(found)")
        }
        let square = try PictureHeader(reading: Rendition.square320.file(of: content))
        #expect(square.width == 32 && square.height == 32)
    }

    @Test("are cropped to their clean aperture", .enabled(if: isDecoded))
    func aperture() throws {
        let raster = try Picture(reading: SamplePhotos.heic).raster
        #expect(raster.width == 16 && raster.height == 9)
    }

    @Test("that consist of themselves, or of too many others, are not decoded")
    func parts() throws {
        let content = try Fixtures.file("heic-4608x3456.heic")
        #expect(try HEICFile(reading: content).hasBoundedParts)
        let type = try #require(content.firstRange(of: Data("dimg".utf8)))
        // The number of the grid, the number of its tiles, and the numbers of these.
        let grid = content[type.upperBound..<type.upperBound + 2]
        let firstTile = type.upperBound + 4
        var copy = content
        copy.replaceSubrange(firstTile..<firstTile + 2, with: grid)
        try #require(try !HEICFile(reading: copy).hasBoundedParts)
        #expect(throws: PictureError.notDrawn(.heic)) { try Picture(reading: copy) }
    }

    /// Checks grids of tiles, as written by phones.
    ///
    /// libheif 1.15 rejects grids with a side equal to its limit.
    @Test(
        "of phones, 4,096 pixels a side and more, are decoded",
        .enabled(if: isDecoded),
        arguments: [(4096, 512), (4608, 3456)]
    )
    func large(width: Int, height: Int) throws {
        let content = try Fixtures.file("heic-\(width)x\(height).heic")
        let header = try PictureHeader(reading: content)
        #expect(header.width == width && header.height == height)
        let raster = try Picture(reading: content, fit: .within(64)).raster
        #expect(isClose(raster.pixel(at: 0.5, 0.5), [120, 90, 60, 255], tolerance: 6))
    }

    @Test(
        "have the same pixels after stripping",
        .enabled(if: isDecoded),
        arguments: ["heic-turned", "heic-4096x512", "heic-4608x3456", "secrets"]
    )
    func stripping(name: String) throws {
        let content = try Fixtures.file("\(name).heic")
        let copy = try Picture(reading: stripped(content), fit: .within(320))
        #expect(try copy == Picture(reading: content, fit: .within(320)))
    }

    /// Checks a file with the relations of iOS 18.
    ///
    /// Metadata and an auxiliary picture belong to two items, the picture and a tone map, and
    /// libheif before 1.18 rejects such a file.
    @Test("of iOS 18 are drawn from their primary picture", .enabled(if: isDecoded))
    func relations() throws {
        let content = try Fixtures.file("heic-ios18.heic")
        let file = try HEICFile(reading: content)
        let plain = try HEICFile(reading: try #require(file.withoutRelations))
        #expect(plain.content.count == content.count && plain.storedSize == file.storedSize)
        #expect(plain.withoutRelations == nil)
        let picture = try Picture(reading: content)
        #expect(picture.raster.width == file.storedSize.width)
        #expect(picture.raster.height == file.storedSize.height)
        let photo = try MediaPhotoProcessor().process(PhotoFile(content: content)).photo
        #expect(photo.thumbHash != nil)
    }

    @Test("with a damaged structure are rejected, with and without the library")
    func damaged() throws {
        let content = try Fixtures.file("heic-turned.heic")
        let cut = content.dropLast(100)
        for library in [HEIFLibrary.system, nil] {
            #expect(throws: PictureError.damaged(.heic)) {
                try Picture(decoding: PictureFile(reading: cut), fit: .whole, heif: library)
            }
        }
    }

    @Test("are not drawn after any error of the library", arguments: 0..<12 as Range<Int32>)
    func errors(code: Int32) throws {
        let library = HEIFLibrary(Self.failing)
        // The library fails with the error code in the last byte of the file, which is in a
        // separate box.
        let box = Data([0, 0, 0, 9]) + Data("free".utf8) + [UInt8(code)]
        let content = try Fixtures.file("heic-turned.heic") + box
        #expect(throws: PictureError.notDrawn(.heic)) {
            try Picture(decoding: PictureFile(reading: content), fit: .whole, heif: library)
        }
    }

    @Test(
        "may contain parts of 4,096 pixels a side, or of their own size, plus a tile",
        arguments: [16, 5000]
    )
    func sideLimit(width: Int) throws {
        var functions = Self.failing
        functions.limit_sides = { $0?.storeBytes(of: $1, as: Int32.self) }
        functions.read = { context, _, _, _ in
            let side = context?.load(as: Int32.self) ?? 0
            return timeline_heif_error(
                code: side > 4096 ? side : 0,
                subcode: 0,
                message: nil
            )
        }
        var source = timeline_heif_source()
        source.side_limit = HEICDecoder.sideLimit(PixelSize(width: width, height: 9))
        #expect(HEIFLibrary(functions).read(source) == max(4096, Int32(width)) + 512)
    }

    /// A library stub that fails to read files.
    ///
    /// If the error code in the file means success, the stub finds no picture.
    private static var failing: timeline_heif {
        var library = timeline_heif()
        library.context = { UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4) }
        library.free_context = { $0?.deallocate() }
        library.limit_sides = { _, _ in }
        library.read = { _, bytes, count, _ in
            let code = bytes?.load(fromByteOffset: count - 1, as: UInt8.self) ?? 0
            return timeline_heif_error(code: Int32(code), subcode: 0, message: nil)
        }
        library.primary = { _, _ in timeline_heif_error(code: 2, subcode: 0, message: nil) }
        return library
    }

    @Test("with parts larger than the picture are not drawn", .enabled(if: isDecoded))
    func claims() throws {
        let content = try Fixtures.file("heic-turned.heic")
        // `tile` is the size of the only tile, and `whole` is the size of the grid of tiles.
        let tile = Data([0, 0, 0, 64, 0, 0, 0, 64])
        let whole = Data([0, 0, 0, 0, 0, 32, 0, 48])
        let claims = [
            (tile, Data([0, 0, 0x23, 0x28, 0, 0, 0x23, 0x28])),
            (whole, Data([0, 0, 0, 0, 0x23, 0x28, 0x23, 0x28])),
        ]
        for (size, claim) in claims {
            var claiming = content
            claiming.replaceSubrange(try #require(content.range(of: size)), with: claim)
            // The result is discarded so that a failure does not print hundreds of megabytes of
            // pixels.
            #expect(throws: PictureError.notDrawn(.heic)) { _ = try Picture(reading: claiming) }
        }
    }

    @Test("are not drawn without the library", arguments: Rendition.allCases)
    func withoutLibrary(rendition: Rendition) throws {
        let content = try Fixtures.file("heic-turned.heic")
        #expect(throws: PictureError.notDrawn(.heic)) { try rendition.file(of: content, heif: nil) }
    }

    @Test("with very long sides are not drawn", .enabled(if: isDecoded))
    func longSides() throws {
        let file = try HEICFile(reading: Fixtures.file("heic-turned.heic"))
        let picture = { (width: Int) throws(PictureError) in
            let size = PixelSize(width: width, height: 48)
            _ = try HEICDecoder.picture(from: file, size: size, fit: .whole, library: .system)
        }
        try picture(16_384)
        #expect(throws: PictureError.notDrawn(.heic)) { try picture(16_385) }
    }

    @Test("need a library with all functions")
    func library() {
        #expect(HEIFLibrary(names: []) == nil)
        #expect(HEIFLibrary(names: ["libtimeline-none.so.1"]) == nil)
        #expect(HEIFLibrary(names: ["libc.so.6", "libSystem.dylib"]) == nil)
    }

    @Test("have a placeholder, which is not cached, until a library is installed")
    func placeholder() async throws {
        let blobs = InMemoryBlobStore()
        let folder = try TemporaryFolder.make()
        let content = SamplePhotos.heic
        let photo = Photo(
            blob: blobs.put(content),
            byteCount: content.count,
            header: try PictureHeader(reading: content)
        )
        let without = RenditionCache(folder: folder, blobs: blobs, heif: nil)
        let drawn = try await without.file(.fit2048, of: photo)
        #expect(drawn == Rendition.fit2048.placeholder(for: photo))
        #expect(try PictureHeader(reading: drawn).width == 16)
        let failing = RenditionCache(folder: folder, blobs: blobs, heif: HEIFLibrary(Self.failing))
        #expect(try await failing.file(.fit2048, of: photo) == drawn)
        guard Self.isDecoded else { return }
        let cache = RenditionCache(folder: folder, blobs: blobs)
        let made = try await cache.file(.fit2048, of: photo)
        #expect(try made == Rendition.fit2048.file(of: content) && made != drawn)
        // A cached rendition is also returned without the library.
        #expect(try await without.file(.fit2048, of: photo) == made)
    }
}
