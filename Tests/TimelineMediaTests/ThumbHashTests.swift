import Foundation
import PictureFiles
import Testing
import TimelineMedia
import TimelineTestSupport

@Suite("ThumbHashes")
struct ThumbHashTests {
    /// The hashes of the drawing, as computed by another implementation (`thumbhash-python` 1.0.1).
    private static let others = [
        (
            "png-rgb.png", "da080a7d90526776a056878888a8877770cbf7758d", (32, 23),
            [139, 161, 36, 255]
        ),
        (
            "png-alpha.png", "9b288a738a1d506790568870caf8b38d7f75c06888a876", (32, 19),
            [167, 154, 85, 211]
        ),
    ]

    @Test("equal those of another implementation", arguments: others)
    func reference(variant: String, hex: String, size: (Int, Int), colour: [Int]) throws {
        let hash = try ThumbHash(ofFile: Fixtures.upright(variant, .turnedClockwise))
        let bytes = stride(from: 0, to: hex.count, by: 2)
            .compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
        #expect(hash.bytes.count == bytes.count && hash.bytes.prefix(5) == Data(bytes.prefix(5)))
        // Waves with an amplitude of zero lie between two levels, and either level is correct.
        let levels = { (bytes: [UInt8]) in
            bytes.dropFirst(5).flatMap { [Int($0 & 15), Int($0 >> 4)] }
        }
        #expect(isClose(levels(Array(hash.bytes)), levels(bytes), tolerance: 1))
        let raster = try #require(ThumbHash(bytes: Data(bytes))).raster()
        #expect(raster.width == size.0 && raster.height == size.1)
        #expect(isClose(raster.pixel(20, 10), colour, tolerance: 1), "\(raster.pixel(20, 10))")
        #expect(abs(hash.aspectRatio - 1.5) < 0.2)
    }

    @Test(
        "of one colour are that colour",
        arguments: [[255, 255, 255], [0, 0, 0], [200, 40, 40], [10, 90, 220]]
    )
    func plain(colour: [UInt8]) throws {
        let pixels = Array(repeating: colour + [255], count: 400).flatMap(\.self)
        let hash = ThumbHash(of: try #require(Raster(width: 20, height: 20, pixels: pixels)))
        let found = hash.raster().pixel(at: 0.5, 0.5)
        #expect(isClose(found, colour.map { Int($0) } + [255], tolerance: 9), "\(found)")
    }

    @Test("are created only from the correct number of bytes")
    func bytes() throws {
        let hash = try ThumbHash(ofFile: Fixtures.upright("png-rgb.png", .upright))
        #expect(ThumbHash(bytes: hash.bytes) == hash)
        #expect(ThumbHash(bytes: hash.bytes.dropLast()) == nil)
        #expect(ThumbHash(bytes: hash.bytes + [0]) == nil)
        #expect(ThumbHash(bytes: Data()) == nil)
    }

    @Test("can be drawn from any bytes")
    func anyBytes() {
        for seed in 0..<500 {
            let bytes = Data(
                (0..<40).map { UInt8(truncatingIfNeeded: ($0 + 1) * (seed * 7919 + 13) >> 3) }
            )
            for count in 5...25 {
                guard let hash = ThumbHash(bytes: bytes.prefix(count)) else { continue }
                let raster = hash.raster()
                #expect(raster.width <= 32 && raster.height <= 32)
                break
            }
        }
    }
}
