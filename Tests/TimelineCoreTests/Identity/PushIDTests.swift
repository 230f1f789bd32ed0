import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Push IDs")
struct PushIDTests {
    @Test(
        arguments: [
            ("-K25Fj8p2ArUMz3awt3T", 1_446_435_287_669),
            ("-K25Fj8qrMAtxXG3QCSn", 1_446_435_287_670),
            ("-K28OeV3MmD0l9DbNufW", 1_446_487_959_556), ("--------------------", 0),
            ("zzzzzzzzzzzzzzzzzzzz", 281_474_976_710_655),
        ] as [(String, UInt64)]
    )
    func idsContainTheirTime(text: String, milliseconds: UInt64) throws {
        let id = try #require(PushID(text))
        #expect(id.milliseconds == milliseconds)
        #expect(id.description == text)
        #expect(PushID(bytes: id.bytes) == id)
        #expect(id.bytes.count == PushID.byteCount)
        #expect(Post.ID(id).date == Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }

    @Test(arguments: [
        "", "-K25Fj8p2ArUMz3awt3", "-K25Fj8p2ArUMz3awt3TT", "-K25Fj8p2ArUMz3awt3!",
        "-K25Fj8p2ArUMz3awté", "-K25Fj8p2ArUMz3awt 3", "-K25Fj8p2ArUMz3awt3\n",
    ])
    func invalidTextsAreRejected(text: String) {
        #expect(PushID(text) == nil)
        #expect(Post.ID(text) == nil)
    }

    @Test func textsBytesAndIDsHaveOneOrder() throws {
        var generator = SplitMix64(seed: 4)
        let ids = (0..<500)
            .map { _ in
                PushID(
                    milliseconds: UInt64.random(in: 0..<(1 << 48), using: &generator) >> 20,
                    bits: (generator.next(), generator.next())
                )
            }
        let sorted = ids.sorted()
        #expect(
            sorted
                == ids.sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
        )
        #expect(sorted == ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
        #expect(ids.allSatisfy { PushID($0.description) == $0 && PushID(bytes: $0.bytes) == $0 })
        #expect(PushID(bytes: [1, 2, 3]) == nil)
    }

    @Test(arguments: [
        ("--------------------", "-------------------0"),
        ("-K25Fj8p-----------z", "-K25Fj8p----------0-"),
        // If the random part is at its maximum, the successor carries into the time.
        ("-K25Fj8pzzzzzzzzzzzz", "-K25Fj8q------------"),
        ("-K25Fj8zzzzzzzzzzzzz", "-K25Fj9-------------"),
        ("zzzzzzzzzzzzzzzzzzzz", "zzzzzzzzzzzzzzzzzzzz"),
    ])
    func theSuccessorIsTheNextText(text: String, next: String) throws {
        #expect(try #require(PushID(text)).successor.description == next)
    }

    @Test func anIDIsEncodedAsItsText() throws {
        let id = try #require(Post.ID("-K25Fj8p2ArUMz3awt3T"))
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == #"["-K25Fj8p2ArUMz3awt3T"]"#)
        #expect(try JSONDecoder().decode([Post.ID].self, from: json) == [id])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Post.ID].self, from: Data(#"["short"]"#.utf8))
        }
    }
}

extension PushID {
    fileprivate init(milliseconds: UInt64, bits: (UInt64, UInt64)) {
        self.init(milliseconds: milliseconds, bits: (UInt16(bits.0 & 0xffff), bits.1))
    }
}
