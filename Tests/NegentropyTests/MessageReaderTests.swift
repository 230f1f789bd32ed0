import Testing

@testable import Negentropy

@Suite("Message reader")
struct MessageReaderTests {
    /// Reads all ranges of a message from its hexadecimal bytes after the version.
    private func read(_ ranges: String) throws(NegentropyError) -> [MessageRange] {
        var reader = MessageReader(rangesOf: [ProtocolVersion.current] + bytes(ranges))
        var result: [MessageRange] = []
        while let range = try reader.next() { result.append(range) }
        return result
    }

    @Test("A message without ranges skips everything")
    func empty() throws {
        #expect(try read("") == [])
    }

    @Test("Bounds are relative to the previous timestamp")
    func bounds() throws {
        let ranges = try read(
            "0a00 00" + "0103ffee01 00" + "8100 01ab 00" + "0000 00"
        )
        #expect(ranges.map(\.bound.timestamp) == [9, 9, 136, .max])
        #expect(ranges.map(\.bound.prefixLength) == [0, 3, 1, 0])
        #expect(ranges[1].bound.id == id(0xFF, 0xEE, 0x01))
    }

    @Test("Ranges contain fingerprints and IDs")
    func content() throws {
        let fingerprint = String(repeating: "c4", count: 16)
        let ids = String(repeating: "01", count: 32) + String(repeating: "02", count: 32)
        let ranges = try read("050001\(fingerprint)" + "00000202\(ids)")
        let expected = Fingerprint(bytes: bytes(fingerprint)[...])
        #expect(ranges[0].content == .fingerprint(expected))
        let list = [bytes(ids).prefix(32), bytes(ids).suffix(32)].compactMap { ItemID(bytes: $0) }
        #expect(list.count == 2)
        #expect(ranges[1].content == .ids(list))
    }

    @Test("Empty ranges at infinity are valid, because full frames of the reference end with them")
    func emptyAtInfinity() throws {
        let fingerprint = String(repeating: "00", count: 16)
        #expect(try read("000002 00 000001" + fingerprint).count == 2)
    }

    @Test(
        "Malformed ranges are rejected",
        arguments: [
            // Every prefix of a range is truncated.
            ("01", .truncated), ("0100", .truncated), ("01020a", .truncated), ("81", .truncated),
            ("010001" + String(repeating: "aa", count: 15), .truncated), ("010002", .truncated),
            // Varints with eleven bytes, with 65 bits, and with a superfluous digit.
            ("81808080808080808080800000", .invalidVarint),
            ("82808080808080808000 0000", .invalidVarint),
            ("80010000", .invalidVarint), ("01008000", .invalidVarint),
            // Timestamps of 2^64 - 1 and above.
            ("81ffffffffffffffff7f0000 020000", .timestampOverflow),
            ("81ffffffffffffffff7f0000 81ffffffffffffffff7f0000", .timestampOverflow),
            ("000000010000", .timestampOverflow),
            ("0121", .prefixTooLong(bytes: 33)),
            ("0181ffffffffffffffff7f", .prefixTooLong(bytes: .max)),
            ("0001aa00", .prefixAtInfinity),
            // A lower prefix, and a shorter prefix at the same timestamp.
            ("0501ff00" + "0101fe00", .unorderedBounds), ("0501ff00" + "010000", .unorderedBounds),
            ("010003", .unknownMode(3)), ("010081ffffffffffffffff7f", .unknownMode(.max)),
            // Counts of more IDs than fit into the rest of the message.
            ("00000201", .tooManyIDs(1)),
            ("0000021f" + String(repeating: "aa", count: 32 * 30), .tooManyIDs(31)),
            ("00000281ffffffffffffffff7f", .tooManyIDs(.max)),
            ("00000201" + String(repeating: "aa", count: 31), .tooManyIDs(1)),
            // IDs in an empty range.
            (
                "000002000000 0201" + String(repeating: "aa", count: 32),
                .idsInEmptyRange
            ),
        ] as [(String, NegentropyError)]
    )
    func malformed(_ ranges: String, _ error: NegentropyError) {
        #expect(throws: error) { try read(ranges) }
    }

    @Test("The greatest timestamp is valid")
    func greatestTimestamp() throws {
        #expect(try read("81ffffffffffffffff7f0000").first?.bound.timestamp == .max - 1)
    }

    @Test(
        "Varints have one encoding",
        arguments: [0, 1, 127, 128, 16383, 16384, 1 << 56, .max - 1]
    )
    func varints(_ number: UInt64) throws {
        var encoded: [UInt8] = []
        encoded.append(varint: number)
        #expect(encoded.count == max(1, (number.bitWidth - number.leadingZeroBitCount + 6) / 7))
        let range = try read(hexadecimal(encoded) + "0000").first
        #expect(range?.bound.timestamp == (number == 0 ? .max : number - 1))
    }
}
