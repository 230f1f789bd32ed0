import Foundation
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

/// Pictures with random pixels.
enum TestRaster {
    static func noise(_ width: Int, _ height: Int, seed: Int) throws -> Raster {
        let pixels = PNGMaker.noisePixels(width, height, seed: seed)
        return try #require(Raster(width: width, height: height, pixels: pixels))
    }
}

extension PNGMaker {
    /// Encodes a raster.
    static func file(_ raster: Raster) -> Data { file(raster.width, raster.height, raster.pixels) }
}
