import Foundation
import Testing
import TimelineMedia
import TimelineTestSupport

@Suite("Pictures")
struct PictureTests {
    @Test(arguments: [SamplePhotos.jpeg, SamplePhotos.png, SamplePhotos.webp])
    func decodesSamples(content: Data) throws {
        let raster = try Picture(reading: content).raster
        #expect(raster.width == 16 && raster.height == 9)
    }
}
