import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

@Suite("Renditions")
struct RenditionTests {
    @Test("are upright JPEGs", arguments: Fixtures.variants, Rendition.allCases)
    func upright(variant: String, rendition: Rendition) throws {
        let file = try rendition.file(of: Fixtures.upright(variant, .turnedClockwise))
        let header = try PictureHeader(reading: file)
        #expect(header.mediaType == .jpeg)
        let isWhole = [.fit1080, .fit2048].contains(rendition)
        #expect(header.width == (isWhole ? 48 : 32) && header.height == 32)
        guard isWhole else { return }
        let raster = try Picture(reading: file).raster
        for sample in Drawing.samples where sample.across > 0.2 {
            let alpha = Drawing.colour(sample, in: variant)[3]
            let colour = Drawing.colour(sample, in: variant).prefix(3)
                .map { ($0 * alpha + 255 * (255 - alpha)) / 255 }
            #expect(isClose(raster.pixel(at: sample.across, sample.down), colour, tolerance: 20))
        }
    }

    @Test(
        "have the colour profile and no other metadata",
        arguments: ["secrets.jpg", "secrets.png", "secrets.webp"]
    )
    func profile(name: String) throws {
        let content = try Fixtures.file(name)
        let file = try Rendition.square320.file(of: content)
        #expect(try Picture(reading: file).colourProfile == Picture(reading: content).colourProfile)
        #expect(file.range(of: Data("SECRET".utf8)) == nil)
        #expect(try stripped(file) == file)
    }

    @Test("have the sizes in their names", arguments: [(2400, 800), (700, 2100), (9000, 4000)])
    func sizes(width: Int, height: Int) throws {
        let content = JPEGMaker.grey(width: width, height: height)
        let sides = try Rendition.allCases.map {
            let header = try PictureHeader(reading: try $0.file(of: content))
            return [header.width, header.height]
        }
        let (short, long) = (min(width, height), max(width, height))
        for (index, side) in [150, 320, 640, 1080].enumerated() {
            #expect(sides[index] == [min(side, short), min(side, short)])
        }
        for (side, index) in [(1080, 4), (2048, 5)] {
            #expect(sides[index].max() == side)
            #expect(sides[index].min() == (side * short + long / 2) / long)
        }
    }

    @Test(
        "of long photos stay readable, within a limit of pixels",
        arguments: [
            // A screenshot of a whole page keeps its width at full size.
            ((1080, 12_960), (624, 7482), (1080, 12_960)),
            ((3003, 1000), (2432, 810), (3003, 1000)),
            ((9000, 400), (8640, 384), (9000, 400)),
            ((20_000, 3000), (5400, 810), (10_240, 1536)),
            ((1, 65_000), (1, 8640), (1, 16_384)),
        ]
    )
    func long(photo: (Int, Int), small: (Int, Int), large: (Int, Int)) throws {
        let content = JPEGMaker.grey(width: photo.0, height: photo.1)
        for (rendition, size) in [(Rendition.fit1080, small), (.fit2048, large)] {
            let header = try PictureHeader(reading: rendition.file(of: content))
            #expect(header.width == size.0 && header.height == size.1)
        }
    }

    @Test("that are square show the middle of the photo", arguments: [(90, 30), (30, 90)])
    func middle(width: Int, height: Int) throws {
        // The middle third is dark.
        let pixels = (0..<width * height)
            .flatMap { index -> [UInt8] in
                let place = width > height ? index % width : index / width
                return (30..<60).contains(place) ? [20, 20, 20, 255] : [220, 220, 220, 255]
            }
        let raster = try #require(Raster(width: width, height: height, pixels: pixels))
        let file = try Rendition.square320.file(of: PNGMaker.file(raster))
        let square = try Picture(reading: file).raster
        #expect(square.width == 30 && square.height == 30)
        #expect(square.pixels.allSatisfy { $0 < 40 || $0 == 255 })
    }
}
