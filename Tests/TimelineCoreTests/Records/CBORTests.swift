import Testing

@testable import TimelineCore

@Suite("Deterministic CBOR")
struct CBORTests {
    /// The encodings of RFC 8949, appendix A, that records can contain.
    private static let numbers: [(UInt64, String)] = [
        (0, "00"), (1, "01"), (10, "0a"), (23, "17"), (24, "1818"), (25, "1819"), (100, "1864"),
        (255, "18ff"), (256, "190100"), (1000, "1903e8"), (65_535, "19ffff"),
        (65_536, "1a00010000"), (1_000_000, "1a000f4240"), (1 << 32 - 1, "1affffffff"),
        (1_000_000_000_000, "1b000000e8d4a51000"), (.max, "1bffffffffffffffff"),
    ]

    @Test("Numbers have the shortest encoding", arguments: numbers)
    func unsigned(_ number: UInt64, _ text: String) throws {
        var writer = CBORWriter()
        writer.write(number)
        #expect(hexadecimal(writer.bytes) == text)
        var reader = CBORReader(bytes(text))
        #expect(try reader.unsigned() == number)
        try reader.finish()
    }

    @Test("Negative numbers have the shortest encoding")
    func negative() throws {
        let numbers: [(Int32, String)] = [
            (-1, "20"), (-10, "29"), (-24, "37"), (-25, "3818"), (-100, "3863"), (-1000, "3903e7"),
            (.min, "3a7fffffff"), (.max, "1a7fffffff"), (0, "00"),
        ]
        for (number, text) in numbers {
            var writer = CBORWriter()
            writer.write(number)
            #expect(hexadecimal(writer.bytes) == text)
            var reader = CBORReader(bytes(text))
            #expect(try reader.int32() == number)
        }
        var reader = CBORReader(bytes("3a80000000"))
        #expect(throws: RecordError.malformed) { try reader.int32() }
    }

    @Test("Every byte is either part of one encoding or rejected")
    func initialBytes() {
        for byte in UInt8.min ... .max {
            var reader = CBORReader([byte] + [UInt8](repeating: 0x61, count: 9))
            let isAllowed = byte == CBORType.null || byte >> 5 <= 4 && byte & 0x1F <= 27
            do throws(RecordError) {
                _ = try reader.encodedValue(level: 1, maximumLevel: 5)
                #expect(isAllowed)
            } catch .unsupportedValue(let initialByte) {
                #expect(!isAllowed && initialByte == byte)
            } catch {
                #expect(isAllowed && error == .truncated)
            }
        }
    }

    @Test(
        "Encodings that are not the shortest are rejected",
        arguments: [
            "1800", "1817", "190000", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3817",
            "5800", "7817", "980080",
        ]
    )
    func notShortest(_ text: String) {
        var reader = CBORReader(bytes(text) + [UInt8](repeating: 0x61, count: 30))
        #expect(throws: RecordError.notShortest) {
            try reader.encodedValue(level: 1, maximumLevel: 5)
        }
    }

    @Test(
        "Lengths above the remaining bytes are rejected without allocating memory",
        arguments: [
            "", "18", "19ff", "1b00", "41", "5bffffffffffffffff", "7b7fffffffffffffff",
            "9bffffffffffffffff", "9affffffff00", "8200",
        ]
    )
    func truncated(_ text: String) {
        var reader = CBORReader(bytes(text.count.isMultiple(of: 2) ? text : "8200"))
        #expect(throws: RecordError.truncated) {
            try reader.encodedValue(level: 1, maximumLevel: 5)
        }
    }

    @Test(
        "Texts must be valid UTF-8",
        arguments: ["61ff", "62c328", "62c080", "63eda080", "64f4908080", "61c3"]
    )
    func invalidUTF8(_ text: String) {
        var reader = CBORReader(bytes(text))
        #expect(throws: RecordError.invalidUTF8) { try reader.text() }
        reader = CBORReader(bytes(text))
        #expect(throws: RecordError.invalidUTF8) {
            try reader.encodedValue(level: 1, maximumLevel: 5)
        }
    }

    @Test("A text with a byte order mark is read unchanged")
    func byteOrderMark() throws {
        let encoding = bytes("66efbbbf616263")
        var reader = CBORReader(encoding)
        var writer = CBORWriter()
        writer.write(try reader.text())
        #expect(writer.bytes == encoding)
    }
}
