import Foundation
import PictureFiles
import Testing
import TimelineTestSupport

@Suite("Locations")
struct PictureLocationTests {
    @Test(
        "are read from every format with Exif",
        arguments: Fixtures.secrets.filter { !$0.hasSuffix("gif") }
    )
    func place(name: String) throws {
        let location = try #require(PictureFile(reading: Fixtures.file(name)).location)
        #expect(abs(location.latitude + 33.9254) < 1e-6 && abs(location.longitude - 18.424) < 1e-6)
    }

    @Test("are missing without metadata", arguments: Fixtures.variants)
    func noPlace(variant: String) throws {
        #expect(try PictureFile(reading: Fixtures.upright(variant, .upright)).location == nil)
    }

    /// Latitudes as fractions that are invalid or out of range.
    static let impossible: [[UInt32]] = [
        [91, 1, 0, 1, 0, 1], [90, 1, 1, 1, 0, 1], [33, 0, 0, 1, 0, 1],
        [.max, 1, 0, 1, 0, 1], [33, 1, 5, 0, 0, 1],
    ]

    @Test("must lie on the Earth", arguments: impossible)
    func offEarth(latitude: [UInt32]) throws {
        #expect(try PictureFile(reading: ExifMaker.jpeg(latitude: latitude)).location == nil)
    }

    @Test("may have unknown seconds")
    func unknownSeconds() throws {
        let content = ExifMaker.jpeg(latitude: [33, 1, 30, 1, 0, 0])
        let location = try #require(PictureFile(reading: content).location)
        #expect(location.latitude == 33.5 && location.longitude == -18)
    }

    /// Locations in XMP, in all supported forms.
    static let places = [
        #"exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.3E""#,
        #"exif:GPSLatitude = '52,31,12N' exif:GPSLongitude='13,24,18E'"#,
        "<exif:GPSLatitude>52,31.2N</exif:GPSLatitude> <exif:GPSLongitude>13.405</exif:GPSLongitude>",
        #"exif:GPSLatitudeRef="N" exif:GPSLatitude="52.52" exif:GPSLongitude="13.405E""#,
    ]

    @Test("are read from XMP alone", arguments: places, XMPMaker.allCases)
    func xmp(text: String, maker: XMPMaker) throws {
        let location = try #require(PictureFile(reading: try maker.file(text)).location)
        #expect(abs(location.latitude - 52.52) < 1e-9 && abs(location.longitude - 13.405) < 1e-9)
        let south = text.replacing("N", with: "S").replacing("=\"52.", with: "=\"-52.")
        #expect(
            try PictureFile(reading: maker.file(south)).location?.latitude == -location.latitude
        )
        let copy = try stripped(maker.file(text))
        #expect(try PictureFile(reading: copy).location == nil)
    }

    /// Texts that are not valid latitudes.
    static let noLatitudes = [
        "", "N", "91N", "52,31.2", "52,61N", "52,31.2E", "-52,31N", "1e1N", "nan", "inf", "5.2.1N",
        "٥٢N",
        "52,31,12,5N", "\(String(repeating: "9", count: 400))N", "<", "0x10N",
    ]

    @Test("are missing in XMP without a valid number", arguments: noLatitudes)
    func noXMP(latitude: String) throws {
        let text = #"exif:GPSLatitude="\#(latitude)" exif:GPSLongitude="13,24.3E""#
        #expect(try PictureFile(reading: XMPMaker.jpeg.file(text)).location == nil)
        #expect(
            try PictureFile(reading: XMPMaker.jpeg.file(text + "exif:GPSLatitude")).location
                == nil
        )
    }

    @Test("in Exif take precedence over those in XMP")
    func exifFirst() throws {
        let plain = ExifMaker.jpeg(latitude: [33, 1, 30, 1, 0, 0])
        let content = try XMPMaker.jpeg.adding(Self.places[0], to: plain)
        #expect(try PictureFile(reading: content).location?.latitude == 33.5)
    }
}

/// A writer for JPEGs with a location, byte by byte.
private enum ExifMaker {
    static func jpeg(latitude: [UInt32]) -> Data {
        // The main directory is at offset 8 and points to the location directory at 26. The
        // fractions follow at 80.
        var block = Data("Exif\0\0MM\0*".utf8) + numbers([8]) + Data([0, 1])
        block += field(0x8825, 4, 1, 26) + numbers([0]) + Data([0, 4])
        block += field(1, 2, 2, UInt32(UInt8(ascii: "N")) << 24) + field(2, 5, 3, 80)
        block += field(3, 2, 2, UInt32(UInt8(ascii: "W")) << 24) + field(4, 5, 3, 104)
        block += numbers([0]) + numbers(latitude) + numbers([18, 1, 0, 1, 0, 1])
        let plain = JPEGMaker.grey(width: 8, height: 8)
        return plain.prefix(2) + Data([0xFF, 0xE1, 0, UInt8(block.count + 2)]) + block
            + plain.dropFirst(2)
    }

    private static func field(_ tag: Int, _ type: UInt8, _ count: UInt8, _ value: UInt32) -> Data {
        Data([UInt8(tag >> 8), UInt8(tag & 0xFF), 0, type, 0, 0, 0, count]) + numbers([value])
    }

    private static func numbers(_ numbers: [UInt32]) -> Data {
        numbers.reduce(into: Data()) { bytes, number in
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}
