import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

@Suite("The pixels of stripped pictures")
struct StrippedPixelTests {
    @Test(
        "are the same, as are the colour profile and the orientation",
        arguments: Fixtures.secrets.dropLast(2)
    )
    func pixels(name: String) throws {
        let content = try Fixtures.file(name)
        let copy = try stripped(content)
        #expect(try Picture(reading: copy) == Picture(reading: content))
        #expect(try PictureHeader(reading: copy).orientation == .turnedClockwise)
        #expect(try Picture(reading: copy).colourProfile != nil)
    }

    @Test(
        "are the same in every format and orientation",
        arguments: Fixtures.variants,
        Orientation.allCases
    )
    func orientations(variant: String, orientation: Orientation) throws {
        let content = try Fixtures.upright(variant, orientation)
        let copy = try stripped(content)
        #expect(try Picture(reading: copy) == Picture(reading: content))
    }
}
