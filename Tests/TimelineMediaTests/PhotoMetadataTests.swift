import Foundation
import Testing
import TimelineCore
import TimelineMedia

@Suite("The metadata that is read")
struct PhotoMetadataTests {
    @Test("has the place", arguments: Fixtures.secrets.filter { !$0.hasSuffix("gif") })
    func place(name: String) throws {
        let found = try #require(PhotoMetadata(reading: Fixtures.file(name)).coordinate)
        #expect(abs(found.latitude + 33.9254) < 1e-6 && abs(found.longitude - 18.424) < 1e-6)
    }

    @Test("has no place where there is none", arguments: Fixtures.variants)
    func noPlace(variant: String) throws {
        #expect(try PhotoMetadata(reading: Fixtures.upright(variant, .upright)).coordinate == nil)
    }

    /// Fractions that are no position on the Earth.
    static let impossible: [[UInt32]] = [
        [91, 1, 0, 1, 0, 1], [90, 1, 1, 1, 0, 1], [33, 0, 0, 1, 0, 1],
        [.max, 1, 0, 1, 0, 1], [33, 1, 5, 0, 0, 1],
    ]

    @Test("has no place that is not on the Earth", arguments: impossible)
    func offEarth(latitude: [UInt32]) {
        #expect(PhotoMetadata(reading: ExifMaker.jpeg(latitude: latitude)).coordinate == nil)
    }

    @Test("has a place with unknown seconds")
    func unknownSeconds() throws {
        let content = ExifMaker.jpeg(latitude: [33, 1, 30, 1, 0, 0])
        let found = try #require(PhotoMetadata(reading: content).coordinate)
        #expect(found.latitude == 33.5 && found.longitude == -18)
    }

    @Test("is nothing where the file is no picture")
    func noPicture() {
        let metadata = PhotoMetadata(reading: Data("Exif".utf8))
        #expect(metadata.coordinate == nil && metadata.orientation == .upright)
    }
}

/// Writes a JPEG with a place, byte by byte.
private enum ExifMaker {
    static func jpeg(latitude: [UInt32]) -> Data {
        // The main directory at 8, with a pointer to the other at 26; the fractions follow it at 80.
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
