import Foundation
import Testing

@testable import PictureFiles

@Suite("Byte reader")
struct ByteReaderTests {
    private static func reader(_ bytes: [UInt8]) -> ByteReader {
        ByteReader((Data([9, 9]) + Data(bytes)).dropFirst(2), pastEnd: .truncated(.png))
    }

    @Test func numbers() throws {
        var reader = Self.reader([1, 2, 3, 4, 5])
        #expect(try reader.bigEndian(2) == 0x0102)
        #expect(try reader.littleEndian(3) == 0x050403)
        #expect(reader.remaining == 0)
        #expect(try reader.bigEndian(0) == 0)
        #expect(throws: PictureError.truncated(.png)) { try reader.byte() }
    }

    @Test("Larger numbers are clamped")
    func clamped() throws {
        let most = [UInt8](repeating: 0xFF, count: 8)
        var reader = Self.reader(most + most)
        #expect(try reader.bigEndian(8) == .max)
        #expect(try reader.littleEndian(8) == .max)
    }

    @Test("A reader skips neither backwards nor past the end", arguments: [-1, 4, .min, .max])
    func steps(_ byteCount: Int) throws {
        var reader = Self.reader([1, 2, 3])
        #expect(throws: PictureError.truncated(.png)) { try reader.skip(byteCount) }
        #expect(throws: PictureError.truncated(.png)) {
            try reader.part(byteCount, pastEnd: .damaged(.png))
        }
        #expect(reader.remaining == 3)
    }

    @Test("A part has its own end and its own fault")
    func parts() throws {
        var reader = Self.reader([1, 2, 3])
        try reader.skip(1)
        var part = try reader.part(1, pastEnd: .damaged(.png))
        #expect(try part.byte() == 2)
        #expect(throws: PictureError.damaged(.png)) { try part.byte() }
        #expect(try reader.byte() == 3)
    }
}
