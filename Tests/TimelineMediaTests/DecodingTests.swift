import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

/// The image that `make.py` draws, with a colour in each quarter and a dark bar at the top left.
enum Drawing {
    struct Sample {
        let across: Double
        let down: Double
        let colour: [Int]
    }

    static let samples = [
        Sample(across: 0.08, down: 0.25, colour: [16, 16, 16, 255]),
        Sample(across: 0.33, down: 0.25, colour: [224, 32, 32, 255]),
        Sample(across: 0.75, down: 0.25, colour: [32, 160, 32, 255]),
        Sample(across: 0.25, down: 0.75, colour: [32, 32, 224, 255]),
        Sample(across: 0.75, down: 0.75, colour: [240, 224, 64, 255]),
    ]

    /// Returns the expected colour of a sample in the given variant of the drawing.
    static func colour(_ sample: Sample, in variant: String) -> [Int] {
        if variant.contains("grey") {
            let weights = zip(sample.colour, [299, 587, 114]).map { $0 * $1 }
            let grey = weights.reduce(0, +) / 1000
            return [grey, grey, grey, 255]
        }
        let isHalf = variant.contains("alpha") && sample.across > 0.5 && sample.down < 0.5
        return isHalf ? Array(sample.colour.prefix(3)) + [128] : sample.colour
    }
}

@Suite("Decoding")
struct DecodingTests {
    @Test(
        "turns every format and orientation upright",
        arguments: Fixtures.variants,
        Orientation.allCases
    )
    func upright(variant: String, orientation: Orientation) throws {
        let raster = try Picture(reading: Fixtures.upright(variant, orientation)).raster
        #expect(raster.width == 48 && raster.height == 32)
        for sample in Drawing.samples {
            let found = raster.pixel(at: sample.across, sample.down)
            #expect(
                isClose(found, Drawing.colour(sample, in: variant), tolerance: 14),
                "\(found) at \(sample.across), \(sample.down)"
            )
        }
    }

    @Test("preserves colours at smaller sizes", arguments: Fixtures.variants, Orientation.allCases)
    func smaller(variant: String, orientation: Orientation) throws {
        let content = try Fixtures.upright(variant, orientation)
        let raster = try Picture(reading: content, fit: .within(20)).raster
        #expect(raster.width == 20 && raster.height == 13)
        for sample in Drawing.samples where sample.across > 0.2 {
            let found = raster.pixel(at: sample.across, sample.down)
            #expect(
                isClose(found, Drawing.colour(sample, in: variant), tolerance: 30),
                "\(found) at \(sample.across), \(sample.down)"
            )
        }
    }

    @Test(
        "preserves the pixels of lossless formats",
        arguments: ["png-rgb.png", "png-16.png", "png-interlaced.png", "webp-lossless.webp"]
    )
    func exact(variant: String) throws {
        let raster = try Picture(reading: Fixtures.upright(variant, .upright)).raster
        for sample in Drawing.samples {
            #expect(raster.pixel(at: sample.across, sample.down) == sample.colour)
        }
    }

    @Test(
        "gives the same pixels with and without interlacing, at every size",
        arguments: [48, 31, 20, 7, 1]
    )
    func interlaced(side: Int) throws {
        let plain = try Picture(
            reading: Fixtures.upright("png-rgb.png", .upright),
            fit: .within(side)
        )
        let laced = try Picture(
            reading: Fixtures.upright("png-interlaced.png", .upright),
            fit: .within(side)
        )
        #expect(
            zip(plain.raster.pixels, laced.raster.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        )
    }

    @Test("preserves an RGB profile", arguments: ["secrets.jpg", "secrets.png", "secrets.webp"])
    func profile(name: String) throws {
        let picture = try Picture(reading: Fixtures.file(name))
        #expect(picture.colourProfile?.count ?? 0 > 128)
        #expect(picture.raster.width == 48 && picture.raster.height == 32)
    }

    @Test("rejects JPEG variants that no camera writes: 12 bits, lossless")
    func kinds() throws {
        let content = JPEGMaker.grey(width: 16, height: 16)
        let frame = try #require(content.range(of: Data([0xFF, 0xC0])))
        for (offset, byte) in [(1, UInt8(0xC3)), (4, 12)] {
            var other = content
            other[frame.lowerBound + offset] = byte
            #expect(throws: PictureError.notDrawn(.jpeg)) { try Picture(reading: other) }
            _ = try stripped(other)
        }
    }
}
