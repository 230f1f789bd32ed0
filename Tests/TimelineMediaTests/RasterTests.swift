import Testing
import TimelineMedia

@Suite("Rasters")
struct RasterTests {
    private static func raster(
        _ width: Int,
        _ height: Int,
        _ pixel: (Int, Int) -> [UInt8]
    ) throws -> Raster {
        let pixels = (0..<height).flatMap { row in (0..<width).flatMap { pixel($0, row) } }
        return try #require(Raster(width: width, height: height, pixels: pixels))
    }

    @Test("have as many bytes as their size requires")
    func size() {
        #expect(Raster(width: 1, height: 1, pixels: [1, 2, 3]) == nil)
        #expect(Raster(width: 0, height: 1, pixels: []) == nil)
        #expect(Raster(width: 1, height: 1, pixels: [1, 2, 3, 4]) != nil)
    }

    @Test("scale down by averaging areas, weighted by coverage")
    func average() throws {
        let stripes = try Self.raster(3, 1) { column, _ in [UInt8(column * 90), 0, 0, 255] }
        let scaled = stripes.scaled(.within(2))
        // The values are 0, 90 and 180. The first cell averages 0 and half of 90 over a width of
        // 1.5.
        #expect(scaled.pixel(0, 0) == [30, 0, 0, 255])
        #expect(scaled.pixel(1, 0) == [150, 0, 0, 255])
    }

    @Test("preserve the average of all pixels", arguments: [1, 2, 3, 5, 16, 29])
    func mean(side: Int) throws {
        let waves = try Self.raster(31, 31) { column, row in
            [UInt8((column * 37 + row * 11) % 256), UInt8(row * 8), 77, 255]
        }
        let scaled = waves.scaled(.within(side))
        let mean = { (raster: Raster, channel: Int) in
            stride(from: channel, to: raster.pixels.count, by: 4)
                .reduce(0.0) { $0 + Double(raster.pixels[$1]) }
                / Double(raster.width * raster.height)
        }
        for channel in 0..<4 { #expect(abs(mean(waves, channel) - mean(scaled, channel)) < 0.6) }
    }

    @Test("scale down without tints from transparent pixels")
    func alpha() throws {
        let edge = try Self.raster(2, 1) { column, _ in
            column == 0 ? [200, 0, 0, 255] : [0, 255, 0, 0]
        }
        #expect(edge.scaled(.within(1)).pixel(0, 0) == [200, 0, 0, 128])
        #expect(edge.onWhite().pixel(1, 0) == [255, 255, 255, 255])
    }

    @Test("are never enlarged")
    func enlarged() throws {
        let small = try Self.raster(4, 2) { _, _ in [9, 9, 9, 255] }
        #expect(small.scaled(.within(100)) == small)
        #expect(
            small.scaled(.square(100))
                == Raster(width: 2, height: 2, pixels: Array(small.pixels.prefix(16)))
        )
    }
}
