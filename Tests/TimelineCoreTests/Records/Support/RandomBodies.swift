import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore

/// A source of random records of all kinds, with values up to their limits.
struct RandomBodies {
    let author: Author
    let other: Author
    var generator: SplitMix64

    init(seed: UInt64) throws {
        (author, other) = (try Author(1), try Author(2))
        generator = SplitMix64(seed: seed)
    }

    /// Returns a record of the given kind, or of an unknown kind.
    mutating func record(_ kind: RecordKind?) throws -> VerifiedRecord {
        let owner = generator.below(2) == 0 ? author : other
        let stamp = PushID(high: generator.next(), low: generator.next())
        let post = bound(owner), own = bound(author)
        let comment = bound(author, on: post)
        let hidden = Comment.ID(stamp)
        func record(
            _ content: RecordContent,
            _ stamp: PushID,
            reply: Bool = false
        ) throws -> VerifiedRecord {
            try VerifiedRecord(
                author: author.id,
                stamp: stamp,
                postAuthor: reply ? owner.id : nil,
                content: content,
                signedWith: content.isSignedByRoot ? author.root : author.phone
            )
        }
        switch kind {
        case .keyAdded: return try record(try author.certificate(), stamp)
        case .keyRevoked: return try record(.keyRevoked(revocation(last: own.stamp)), stamp)
        case .profileSet: return try record(.profileSet(try setting()), stamp)
        case .accountDeleted: return try record(.accountDeleted, stamp)
        case .postSet: return try record(.postSet(own, try content()), max(own.stamp, stamp))
        case .postDeleted: return try record(.postDeleted(own), stamp)
        case .commentAdded:
            let text = text(1...2200)
            return try record(
                .commentAdded(nonce: comment.nonce, post: post, text: text),
                comment.stamp,
                reply: true
            )
        case .commentDeleted:
            return try record(.commentDeleted(comment, post: post), stamp, reply: true)
        case .commentHidden: return try record(.commentHidden(hidden, post: own), stamp)
        case .liked: return try record(.liked(post), stamp, reply: true)
        case .unliked: return try record(.unliked(post), stamp, reply: true)
        case .followed: return try record(.followed(other.id), stamp)
        case .unfollowed: return try record(.unfollowed(other.id), stamp)
        case nil: return try record(unknown(), stamp, reply: true)
        }
    }

    private mutating func revocation(last: PushID) -> KeyRevocation {
        let parts = 1 + generator.next() % KeyRevocation.maximumParts
        let list = (0..<generator.below(50))
            .compactMap { _ in RecordIDPrefix(bytes: generator.bytes(RecordIDPrefix.byteCount)) }
        return KeyRevocation(
            of: author.phone.id,
            last: last,
            id: RevocationID(using: &generator),
            part: 1 + generator.next() % parts,
            of: parts,
            list: Set(list).sorted()
        )
    }

    private mutating func bound(_ owner: Author) -> BoundID<Post> {
        owner.bound(UInt64(generator.below(1 << 47)), nonce: generator.next())
    }

    private mutating func bound(
        _ owner: Author,
        on post: BoundID<Post>
    ) -> BoundID<TimelineCore.Comment> {
        owner.bound(UInt64(generator.below(1 << 47)), on: post, nonce: generator.next())
    }

    private mutating func unknown() -> RecordContent {
        var writer = CBORWriter()
        write(&writer, level: 2)
        let kind = generator.element(of: [0, 99, 23, 24, 255, 256, 1 << 32, .max] as [UInt64])
        return .unknown(kind: kind, content: writer.bytes)
    }

    private mutating func write(_ writer: inout CBORWriter, level: Int) {
        switch generator.below(level <= SignedRecord.maximumDepth ? 7 : 5) {
        case 0: writer.write(generator.next() >> UInt64(generator.below(64)))
        case 1: writer.write(Int32(truncatingIfNeeded: generator.next()))
        case 2: writer.write(generator.bytes(generator.below(300)))
        case 3: writer.write(text(0...50))
        case 4: writer.null()
        default:
            let count = generator.below(4)
            writer.array(count)
            for _ in 0..<count { write(&writer, level: level + 1) }
        }
    }

    private mutating func text(_ counts: ClosedRange<Int>) -> String {
        let letters: [Character] = ["a", "é", "日", "👩‍👩‍👧‍👦", "\u{202E}", " "]
        let count = Int.random(in: counts, using: &generator)
        let start = counts.contains(0) || count == 0 ? "" : "x"
        return start
            + String(
                (start.count..<max(start.count, count))
                    .map { _ in
                        generator.element(of: letters)
                    }
            )
    }

    private mutating func setting() throws -> ProfileSetting {
        let isCleared = generator.below(3) == 0
        switch generator.element(of: ProfileSetting.Field.allCases) {
        case .username: return .username(try Username(generator.element(of: ["leia", "a", "0._"])))
        case .displayName: return .displayName(isCleared ? nil : text(1...64))
        case .bio: return .bio(isCleared ? nil : text(1...500))
        case .url: return .url(isCleared ? nil : "https://example.org/\(text(0...20))")
        case .photo: return .photo(isCleared ? nil : try photo())
        }
    }

    private mutating func content() throws -> Post.Content {
        let photos = try (0...generator.below(10)).map { _ in try photo() }
        return Post.Content(caption: text(0...2200), photos: photos, place: place())
    }

    private mutating func photo() throws -> Photo {
        let hasPreview = generator.below(2) == 0
        return Photo(
            blob: try blob(),
            byteCount: 1 + generator.below(64 << 20),
            mediaType: generator.element(of: MediaType.allCases),
            width: 1 + generator.below(10_000),
            height: 1 + generator.below(10_000),
            alt: generator.below(2) == 0 ? text(0...1500) : nil,
            thumbHash: generator.below(2) == 0
                ? Data(generator.bytes(1 + generator.below(25))) : nil,
            preview: hasPreview ? Photo.Preview(blob: try blob(), byteCount: 64 << 20) : nil
        )
    }

    private mutating func blob() throws -> BlobID {
        try #require(BlobID(bytes: generator.bytes(BlobID.byteCount)))
    }

    private mutating func place() -> Place? {
        let position = Coordinate(
            latitudeE7: generator.element(of: [-900_000_000, -1, 0, 23, 900_000_000]),
            longitudeE7: generator.element(of: [-1_800_000_000, -25, 0, 24, 1_800_000_000])
        )
        switch generator.below(4) {
        case 0: return nil
        case 1: return Place(name: text(1...100))
        case 2: return Place(coordinate: position)
        default: return Place(name: "Tunis", coordinate: position)
        }
    }
}
