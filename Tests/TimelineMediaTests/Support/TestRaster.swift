import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

/// Pictures made of random numbers.
enum TestRaster {
    static func noise(_ width: Int, _ height: Int, seed: Int) throws -> Raster {
        var numbers = SplitMix64(seed: UInt64(seed))
        let pixels = (0..<4 * width * height)
            .map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &numbers) }
        return try #require(Raster(width: width, height: height, pixels: pixels))
    }
}
