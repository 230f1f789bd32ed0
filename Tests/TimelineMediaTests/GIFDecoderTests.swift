import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

@Suite("GIF pictures")
struct GIFDecoderTests {
    private static let pairs = [
        ("gif-plain.gif", "gif-noise.png"), ("gif-interlaced.gif", "gif-noise.png"),
        ("gif-late.gif", "gif-noise.png"), ("gif-placed.gif", "gif-placed.png"),
    ]

    @Test("have the same pixels as a PNG of the picture", arguments: pairs)
    func pixels(name: String, other: String) throws {
        let picture = try Picture(reading: Fixtures.file(name))
        #expect(try picture == Picture(reading: Fixtures.file(other)))
    }

    @Test("scale like PNGs", arguments: pairs)
    func smaller(name: String, other: String) throws {
        for fit in [PictureFit.within(21), .square(10)] {
            let raster = try Picture(reading: Fixtures.file(name), fit: fit).raster
            let png = try Picture(reading: Fixtures.file(other), fit: fit).raster
            #expect(raster.width == png.width && raster.height == png.height)
            // The rows of an interlaced picture are summed in a different order.
            #expect(zip(raster.pixels, png.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    @Test("without a screen have the size of their image")
    func withoutScreen() throws {
        var content = try Fixtures.file("gif-placed.gif")
        content.replaceSubrange(6..<8, with: [0, 0])
        let raster = try Picture(reading: content).raster
        let whole = try Picture(reading: Fixtures.file("gif-placed.gif")).raster
        #expect(raster == whole.cropped(left: 9, top: 6, width: 30, height: 20))
    }

    @Test("with missing pixels are truncated", arguments: [0, 1, 20, 200])
    func cut(count: Int) throws {
        let content = try Fixtures.file("gif-placed.gif")
        let codes = try #require(
            content.range(of: Data([9, 0, 6, 0, 30, 0, 20, 0, 0, 8]))
        )
        .upperBound
        let short =
            content[..<codes] + [UInt8(min(count, 20))]
            + content[codes + 1..<codes + 1 + min(count, 20)]
        #expect(throws: PictureError.truncated(.gif)) { try Picture(reading: short + [0, 0x3B]) }
        #expect(throws: PictureError.truncated(.gif)) { try Picture(reading: short) }
    }

    @Test("with invalid code sizes are undecodable", arguments: [0, 9, 12] as [UInt8])
    func codeSizes(size: UInt8) throws {
        var content = SamplePhotos.gif
        let place = try #require(content.range(of: Data([16, 0, 9, 0, 0]))).upperBound
        content[place] = size
        #expect(throws: PictureError.undecodable(.gif)) { try Picture(reading: content) }
    }

    @Test("with an undefined code are undecodable")
    func unmadeCode() throws {
        // The three-bit codes are clear, 0 and 7. The next valid code would be 6.
        #expect(throws: PictureError.undecodable(.gif)) {
            var reader = try LZWReader([0b11_000_100, 0b1], codeSize: 2)
            for _ in 0..<4 { _ = try reader.byte() }
        }
        var reader = try LZWReader([0b10_000_100, 0b1], codeSize: 2)
        #expect(try [reader.byte(), reader.byte(), reader.byte()] == [0, 0, 0])
    }
}
