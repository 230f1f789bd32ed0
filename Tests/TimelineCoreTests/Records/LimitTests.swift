import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Limits of values")
struct LimitTests {
    private let author: Author

    init() throws {
        author = try Author(1)
    }

    /// Returns the error that rejects a record, or `nil` if it is valid.
    private func error(_ content: RecordContent, at stamp: PushID? = nil) -> RecordError? {
        do throws(RecordError) {
            let bytes = author.body(content, at: stamp ?? TimelineCoreTests.stamp(20))
            _ = try SignedRecord(bodyBytes: bytes, signature: [UInt8](repeating: 0, count: 64))
            return nil
        } catch {
            return error
        }
    }

    private func post(
        caption: String = "",
        photos: [Photo]? = nil,
        place: Place? = nil
    ) throws -> RecordError? {
        let content = Post.Content(
            caption: caption,
            photos: try photos ?? [photo()],
            place: place
        )
        return error(.postSet(author.bound(10), content))
    }

    private func photo(
        byteCount: Int = 1,
        width: Int = 1,
        height: Int = 1,
        alt: String? = nil,
        thumbHash: [UInt8]? = nil,
        previewByteCount: Int? = nil
    ) throws -> Photo {
        let blob = try #require(BlobID(bytes: [UInt8](repeating: 1, count: 32)))
        return Photo(
            blob: blob,
            byteCount: byteCount,
            mediaType: .png,
            width: width,
            height: height,
            alt: alt,
            thumbHash: thumbHash.map { Data($0) },
            preview: previewByteCount.map { Photo.Preview(blob: blob, byteCount: $0) }
        )
    }

    @Test("Texts have at most their number of characters", arguments: TextField.allCases)
    func length(_ field: TextField) {
        let prefix = field == .url ? "http://" : ""
        let longest = prefix + String(repeating: "é", count: field.limit - prefix.count)
        let tooLong = TimelineError.invalidText(.tooLong(field, limit: field.limit))
        #expect(throws: Never.self) { try field.check(longest) }
        #expect(throws: tooLong) { try field.check(longest + "é") }
        #expect(throws: TimelineError.invalidText(.containsNull(field))) { try field.check("a\0b") }
        let isChecked = (try? field.check("a\u{202E}b")) == nil
        #expect(isChecked == (field == .appName))
        // One character, but too many bytes.
        let marks = String(repeating: "\u{301}", count: field.byteLimit / 2)
        #expect(throws: tooLong) { try field.check("a" + marks) }
        let isRequired = field != .caption && field != .alt
        for blank in ["", " \n\u{3000}"] {
            #expect(isRequired == ((try? field.check(blank)) == nil))
        }
    }

    @Test("Every text of a record is checked")
    func texts() throws {
        let long = String(repeating: "a", count: 2201)
        func tooLong(_ field: TextField) -> RecordError {
            .invalidValue(.invalidText(.tooLong(field, limit: field.limit)))
        }
        func empty(_ field: TextField) -> RecordError { .invalidValue(.invalidText(.empty(field))) }
        let settings: [(ProfileSetting, RecordError)] = [
            (.displayName(long), tooLong(.displayName)), (.bio(long), tooLong(.bio)),
            (.url(long), tooLong(.url)), (.displayName(""), empty(.displayName)),
            (.bio(" "), empty(.bio)), (.url(""), empty(.url)),
        ]
        for (setting, expected) in settings { #expect(error(.profileSet(setting)) == expected) }
        #expect(try post(caption: long) == tooLong(.caption))
        #expect(try post(photos: [photo(alt: long)]) == tooLong(.alt))
        #expect(try post(place: Place(name: long)) == tooLong(.placeName))
        #expect(try post(place: Place(name: " ")) == empty(.placeName))
        let (bound, post) = (author.bound(20, on: author.bound(10)), author.bound(10))
        for text in [long, "", "\n"] {
            let content = RecordContent.commentAdded(nonce: bound.nonce, post: post, text: text)
            #expect(error(content, at: bound.stamp) == (text == long ? tooLong : empty)(.comment))
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
            return self.error(.keyRevoked(part))
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
        #expect(parts.allSatisfy { error(.keyRevoked($0)) == nil })
        let none = KeyRevocation.parts(
            of: author.phone.id,
            last: stamp(1),
            listing: [],
            using: &generator
        )
        #expect(none.count == 1 && none[0].list.isEmpty)
    }

    @Test("Usernames are in lowercase")
    func usernames() throws {
        func read(_ name: String) throws -> Username {
            var writer = CBORWriter()
            writer.write(name)
            var reader = CBORReader(writer.bytes)
            return try reader.username()
        }
        for name in ["a", "leia", "l.e_1", String(repeating: "a", count: 30), ".a"] {
            #expect(try read(name).text == name)
            #expect(error(.profileSet(.username(try Username(name)))) == nil)
        }
        for name in [
            "", ".", "...", "Leia", "@leia", "le ia", "é", String(repeating: "a", count: 31),
        ] {
            #expect(throws: RecordError.invalidValue(.invalidUsername(name))) { try read(name) }
        }
    }

    @Test("URLs have a scheme, a host and a port of digits")
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
            #expect(WebAddress.accepts(text) == accepted.contains(text), "\(text)")
            // The rule of Foundation, which differs between versions.
            let parts = URLComponents(string: text)
            let isAccepted =
                parts?.host?.isEmpty == false
                && ["http", "https"].contains(parts?.scheme?.lowercased())
            #expect(isAccepted == accepted.contains(text), "\(text)")
            let expected: RecordError? = isAccepted ? nil : .invalidValue(.invalidURL(text))
            #expect(error(.profileSet(.url(text))) == expected, "\(text)")
        }
    }

    @Test("Photos are within their limits")
    func photos() throws {
        let limit = 64 << 20
        let valid = [
            try photo(byteCount: limit), try photo(width: 20_000, height: 12_500),
            try photo(width: 1, height: 250_000_000), try photo(alt: ""),
            try photo(thumbHash: [UInt8](repeating: 0, count: 25)),
            try photo(previewByteCount: limit),
        ]
        let invalid = [
            try photo(byteCount: 0), try photo(byteCount: limit + 1), try photo(width: 0),
            try photo(height: 0), try photo(width: 20_001, height: 12_500),
            try photo(width: .max, height: 2), try photo(thumbHash: []),
            try photo(thumbHash: [UInt8](repeating: 0, count: 26)),
            try photo(previewByteCount: 0), try photo(previewByteCount: limit + 1),
        ]
        for photo in valid {
            #expect(try post(photos: [photo]) == nil)
            #expect(error(.profileSet(.photo(photo))) == nil)
        }
        for photo in invalid {
            for error in [try post(photos: [photo]), error(.profileSet(.photo(photo)))] {
                guard case .invalidValue(.photoRefused(_, nil)) = error else {
                    Issue.record("\(photo): \(String(describing: error))")
                    continue
                }
            }
        }
        #expect(try post(photos: []) == .invalidValue(.photoCountRefused(0)))
        #expect(try post(photos: Array(repeating: photo(), count: 10)) == nil)
        #expect(
            try post(photos: Array(repeating: photo(), count: 11))
                == .invalidValue(.photoCountRefused(11))
        )
    }

    @Test("Positions are on the Earth")
    func positions() throws {
        func place(_ latitude: Int32, _ longitude: Int32) -> Place {
            Place(coordinate: Coordinate(latitudeE7: latitude, longitudeE7: longitude))
        }
        let valid = [place(900_000_000, 1_800_000_000), place(-900_000_000, -1_800_000_000)]
        for place in valid { #expect(try post(place: place) == nil) }
        let invalid = [
            place(900_000_001, 0), place(-900_000_001, 0), place(0, 1_800_000_001),
            place(0, -1_800_000_001), Place(),
        ]
        for place in invalid {
            guard case .invalidValue(.invalidPlace) = try post(place: place) else {
                Issue.record("\(place)")
                continue
            }
        }
    }

    @Test("A position has both numbers or none")
    func halfPosition() throws {
        let place = Place(name: "Tunis", coordinate: Coordinate(latitudeE7: 5, longitudeE7: 6))
        let content = Post.Content(caption: "", photos: [try photo()], place: place)
        var bytes = author.body(.postSet(author.bound(10), content), at: stamp(20))
        bytes[bytes.count - 1] = CBORType.null
        #expect(throws: RecordError.invalidValue(.invalidPlace("Tunis"))) {
            try SignedRecord(bodyBytes: bytes, signature: [UInt8](repeating: 0, count: 64))
        }
        bytes[bytes.count - 2] = CBORType.null
        #expect(throws: Never.self) {
            try SignedRecord(bodyBytes: bytes, signature: [UInt8](repeating: 0, count: 64))
        }
    }

    @Test("Stamps are at most five minutes ahead of the clock")
    func future() {
        #expect(stamp(300_100, .max).isAccepted(at: 100))
        #expect(!stamp(300_101).isAccepted(at: 100))
        #expect(PushID(high: .max, low: .max).isAccepted(at: .max))
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
                #expect(values.0.bytes == left && values.0.bytes.hexadecimal == hexadecimal(left))
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
        try check(Nonce.self)
        try check(PushID.self)
        try check(User.ID.self)
        try check(RecordID.self)
        try check(BlobID.self)
        try check(EncryptionKey.self)
    }
}
