import Foundation
import Testing

@testable import TimelineRecords

@Suite("Limits of values")
struct LimitTests {
    private let author: Author

    init() throws {
        author = try Author(1)
    }

    /// Returns the error that rejects a record, or `nil` if it is valid.
    private func error(_ content: RecordContent, at stamp: RecordPushID? = nil) -> RecordError? {
        do throws(RecordError) {
            let body = author.body(content, at: stamp ?? TimelineRecordsTests.stamp(20))
            let bytes = body.encoded
            _ = try SignedRecord(bodyBytes: bytes, signature: [UInt8](repeating: 0, count: 64))
            return nil
        } catch {
            return error
        }
    }

    private func post(
        caption: String = "",
        photos: [RecordPhoto]? = nil,
        place: RecordPlace? = nil
    ) throws -> RecordError? {
        let content = PostContent(
            caption: caption,
            photos: try photos ?? [photo()],
            place: place
        )
        return error(.postSet(author.bound(10), content))
    }

    private func photo(
        byteCount: UInt64 = 1,
        width: UInt64 = 1,
        height: UInt64 = 1,
        alt: String? = nil,
        thumbHash: [UInt8]? = nil,
        previewByteCount: UInt64? = nil
    ) throws -> RecordPhoto {
        let blob = try #require(BlobHash(bytes: [UInt8](repeating: 1, count: 32)))
        return RecordPhoto(
            blob: blob,
            byteCount: byteCount,
            format: .png,
            width: width,
            height: height,
            alt: alt,
            thumbHash: thumbHash,
            preview: previewByteCount.map { RecordPhoto.Preview(blob: blob, byteCount: $0) }
        )
    }

    @Test("Texts have at most their number of characters", arguments: RecordTextField.allCases)
    func length(_ field: RecordTextField) {
        let prefix = field == .url ? "http://" : ""
        let longest = prefix + String(repeating: "é", count: field.limit - prefix.count)
        #expect(field.accepts(longest) && !field.accepts(longest + "é"))
        #expect(!field.accepts("a\0b"))
        let marks = String(repeating: "\u{301}", count: field.byteLimit / 2)
        #expect(!field.accepts("a" + marks), "One character, but too many bytes")
        for blank in ["", " \n\u{3000}"] {
            #expect(field.accepts(blank) != field.isRequired)
        }
    }

    @Test("Every text of a record is checked")
    func texts() throws {
        let long = String(repeating: "a", count: 2201)
        let settings: [(RecordTextField, ProfileSetting)] = [
            (.displayName, .displayName(long)), (.bio, .bio(long)), (.url, .url(long)),
            (.displayName, .displayName("")), (.bio, .bio(" ")), (.url, .url("")),
        ]
        for (field, setting) in settings {
            #expect(error(.profileSet(setting)) == .invalidText(field))
        }
        #expect(try post(caption: long) == .invalidText(.caption))
        #expect(try post(photos: [photo(alt: long)]) == .invalidText(.alt))
        #expect(try post(place: RecordPlace(name: long)) == .invalidText(.placeName))
        #expect(try post(place: RecordPlace(name: " ")) == .invalidText(.placeName))
        let (bound, post) = (author.bound(20, on: author.bound(10)), author.bound(10))
        for text in [long, "", "\n"] {
            let content = RecordContent.commentAdded(nonce: bound.nonce, post: post, text: text)
            #expect(error(content, at: bound.id) == .invalidText(.comment))
        }
    }

    @Test("The parts and lists of a revocation are limited, and lists are in ascending order")
    func revocations() throws {
        let id = try #require(RevocationID(bytes: Array(repeating: 1, count: 16)))
        func error(
            _ part: UInt64 = 1,
            of parts: UInt64 = 1,
            _ numbers: [UInt64] = []
        ) -> RecordError? {
            let list = numbers.compactMap { number in
                RecordIDPrefix(bytes: Array(repeating: 0, count: 8) + bigEndian(number))
            }
            let part = KeyRevocation(
                of: author.phone.id,
                last: stamp(1),
                id: id,
                part: part,
                of: parts,
                list: list
            )
            return self.error(.keyEnded(part))
        }
        func bigEndian(_ number: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
        }
        #expect(error(64, of: 64, Array(1...20_000)) == nil)
        let numbers: [(UInt64, UInt64)] = [(0, 0), (0, 1), (1, 0), (2, 1), (1, 65), (.max, .max)]
        for (part, parts) in numbers { #expect(error(part, of: parts) == .invalidRevocation) }
        for list in [[2, 1], [1, 1], [1, 3, 2], Array(0...20_000)] as [[UInt64]] {
            #expect(error(1, of: 1, list) == .invalidRevocation)
        }
    }

    @Test("Many records are listed in several parts, in ascending order")
    func manyParts() throws {
        var generator = SplitMix64(seed: 1)
        let ids = (0..<20_001).compactMap { _ in RecordID(bytes: generator.bytes(32)) }
        let parts = KeyRevocation.parts(
            of: author.phone.id,
            last: stamp(1),
            listing: ids + ids.prefix(9),
            using: &generator
        )
        #expect(parts.map(\.part) == [1, 2] && parts.allSatisfy { $0.parts == 2 })
        #expect(parts.map(\.list.count) == [20_000, 1] && Set(parts.map(\.id)).count == 1)
        #expect(parts.flatMap(\.list) == ids.map { RecordIDPrefix($0) }.sorted())
        #expect(parts.allSatisfy { error(.keyEnded($0)) == nil })
        let none = KeyRevocation.parts(
            of: author.phone.id,
            last: stamp(1),
            listing: [],
            using: &generator
        )
        #expect(none.count == 1 && none[0].list.isEmpty)
    }

    @Test("Usernames are in lowercase")
    func usernames() {
        for name in ["a", "leia", "l.e_1", String(repeating: "a", count: 30), ".a"] {
            #expect(error(.profileSet(.username(name))) == nil)
        }
        for name in [
            "", ".", "...", "Leia", "@leia", "le ia", "é", String(repeating: "a", count: 31),
        ] {
            #expect(error(.profileSet(.username(name))) == .invalidUsername)
        }
    }

    @Test("URLs are accepted as by Foundation")
    func urls() {
        let accepted = [
            "http://example.org", "https://example.org/a?b#c", "HTTPS://EXAMPLE.ORG",
            "https://user:secret@example.org:8080/x", "http://[::1]:80/", "http://[::1]",
            "https://exämple.org", "http://localhost:", "http://1.2.3.4", "https://a.org?x",
        ]
        let rejected = [
            "example.org", "ftp://example.org", "http:", "http://", "http:///x", "https://?x",
            "https:/example.org", "javascript:alert(1)", "http://:80", "https://user@", "//a.org",
            "http://a.org:8x", "http://[::1", "httpss://a.org", " https://a.org", "http//a.org",
        ]
        for text in accepted + rejected {
            #expect(WebAddressRule.accepts(text) == accepted.contains(text), "\(text)")
            // This is the rule of TimelineCore.
            let parts = URLComponents(string: text)
            let isAccepted =
                parts?.host?.isEmpty == false
                && ["http", "https"].contains(parts?.scheme?.lowercased())
            #expect(isAccepted == accepted.contains(text), "\(text)")
            let expected: RecordError? = isAccepted ? nil : .invalidURL
            #expect(error(.profileSet(.url(text))) == expected, "\(text)")
        }
    }

    @Test("Photos are within their limits")
    func photos() throws {
        let limit: UInt64 = 64 << 20
        let valid = [
            try photo(byteCount: limit), try photo(width: 10_000, height: 10_000),
            try photo(width: 1, height: 100_000_000), try photo(alt: ""),
            try photo(thumbHash: [UInt8](repeating: 0, count: 25)),
            try photo(previewByteCount: limit),
        ]
        let invalid = [
            try photo(byteCount: 0), try photo(byteCount: limit + 1), try photo(width: 0),
            try photo(height: 0), try photo(width: 10_001, height: 10_000),
            try photo(width: .max, height: 2), try photo(thumbHash: []),
            try photo(thumbHash: [UInt8](repeating: 0, count: 26)),
            try photo(previewByteCount: 0), try photo(previewByteCount: limit + 1),
        ]
        for photo in valid {
            #expect(try post(photos: [photo]) == nil)
            #expect(error(.profileSet(.photo(photo))) == nil)
        }
        for photo in invalid {
            #expect(try post(photos: [photo]) == .invalidPhoto)
            #expect(error(.profileSet(.photo(photo))) == .invalidPhoto)
        }
        #expect(try post(photos: []) == .photoCount(0))
        #expect(try post(photos: Array(repeating: photo(), count: 10)) == nil)
        #expect(try post(photos: Array(repeating: photo(), count: 11)) == .photoCount(11))
    }

    @Test("Positions are on the Earth")
    func positions() throws {
        func place(_ latitude: Int32, _ longitude: Int32) -> RecordPlace {
            RecordPlace(
                position: RecordPlace.Position(latitude: latitude, longitude: longitude)
            )
        }
        let valid = [place(900_000_000, 1_800_000_000), place(-900_000_000, -1_800_000_000)]
        for place in valid { #expect(try post(place: place) == nil) }
        let invalid = [
            place(900_000_001, 0), place(-900_000_001, 0), place(0, 1_800_000_001),
            place(0, -1_800_000_001), RecordPlace(),
        ]
        for place in invalid { #expect(try post(place: place) == .invalidPlace) }
    }

    @Test("A position has both numbers or none")
    func halfPosition() throws {
        let place = RecordPlace(
            name: "Tunis",
            position: RecordPlace.Position(latitude: 5, longitude: 6)
        )
        let content = PostContent(caption: "", photos: [try photo()], place: place)
        var bytes = author.body(.postSet(author.bound(10), content), at: stamp(20)).encoded
        bytes[bytes.count - 1] = CBORType.null
        #expect(throws: RecordError.invalidPlace) { try RecordBody(decoding: bytes) }
        bytes[bytes.count - 2] = CBORType.null
        #expect(throws: Never.self) { try RecordBody(decoding: bytes) }
    }

    @Test("Stamps are at most five minutes ahead of the clock")
    func future() {
        #expect(ClockRule.accepts(stamp(300_100, .max), at: 100))
        #expect(!ClockRule.accepts(stamp(300_101), at: 100))
        #expect(ClockRule.accepts(RecordPushID(high: .max, low: .max), at: .max))
    }

    @Test("Values have a fixed length and are ordered by their bytes")
    func values() throws {
        func check<Value: ByteValue>(_: Value.Type) throws {
            var generator = SplitMix64(seed: 1)
            for _ in 0..<50 {
                let (left, right) = (
                    generator.bytes(Value.byteCount), generator.bytes(Value.byteCount)
                )
                let values = (try #require(Value(bytes: left)), try #require(Value(bytes: right)))
                #expect(values.0.bytes == left && values.0.description == hexadecimal(left))
                #expect((values.0 < values.1) == left.lexicographicallyPrecedes(right))
                var close = left
                close[Value.byteCount - 1] ^= 1
                let other = try #require(Value(bytes: close))
                #expect((values.0 < other) == left.lexicographicallyPrecedes(close))
                #expect(values.0 != other && Value(bytes: left) == values.0)
            }
            #expect(Value(bytes: [UInt8](repeating: 1, count: Value.byteCount - 1)) == nil)
            #expect(Value(bytes: [UInt8](repeating: 1, count: Value.byteCount + 1)) == nil)
        }
        try check(KeyID.self)
        try check(IDNonce.self)
        try check(RecordPushID.self)
        try check(RecordUserID.self)
        try check(RecordID.self)
        try check(BlobHash.self)
        try check(BoxKey.self)
    }
}
