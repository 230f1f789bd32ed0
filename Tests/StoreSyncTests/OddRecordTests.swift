import Foundation
import Testing
@testable import TimelineCore
import TimelineCrypto
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSync

/// Records in which each field of each kind is replaced by odd values, with valid signatures.
@Suite("Odd records by hostile authors")
struct OddRecordTests {
    @Test("All repositories accept the same ones, each together with an honest record")
    func repositories() throws {
        let maker = try OddRecords(at: 1_700_000_000_000)
        let odd = maker.valid
        #expect(odd.count > 60)
        let (memory, sqlite) = (
            try Storage.inMemory.makeRepository(), try Storage.sqliteInMemory.makeRepository()
        )
        // The oracle computes the whole live set for each batch.
        for start in stride(from: 0, to: odd.count, by: 200) {
            let honest = try maker.honestPost(start)
            let batch = maker.introductions + odd[start..<min(start + 200, odd.count)] + [honest]
            for repository in [memory, sqlite] {
                try repository.apply { _, _ in
                    ValidatedBatch(unchecked: batch)
                } rejecting: { records, _ in
                    Issue.record("\(records.map(\.content))")
                }
                #expect(try repository.read { try $0.containsRecord(honest.id) })
            }
        }
        let subjects = SocialAnswers.Subjects(of: maker.introductions + odd)
        let expected = try SocialAnswers(memory, about: subjects)
        #expect(try SocialAnswers(sqlite, about: subjects).difference(from: expected) == nil)
        #expect(try sqlite.audit(repairing: false).isEmpty)
    }

    @Test("A session takes the honest records in each turn", arguments: Storage.allCases)
    func sessions(storage: Storage) async throws {
        let ana = try await Site(storage, "ana", seed: 1)
        let maker = try OddRecords(at: ana.store().now - 1000)
        try await ana.follow(maker)
        let store = try ana.store()
        var intake = RecordIntake(store)
        let encodings = maker.encodings
        #expect(encodings.count > 200)
        for start in stride(from: 0, to: encodings.count, by: 1000) {
            let honest = try maker.honestPost(start)
            let turn = encodings[start..<min(start + 1000, encodings.count)]
            let result = try intake.commit(
                maker.introductions.map(\.encoded) + turn + [honest.encoded],
                answering: [],
                completed: [],
                at: store.now,
                introduced: []
            )
            #expect(result.rejected == 0)
            #expect(try store.known([honest.id]) == [honest.id])
        }
        // Deletions of something that the store does not hold are noted.
        let counts = try store.rejectionCounts()
        #expect(counts.unwanted == 0 && counts.tooOld == 0)
        #expect(try await ana.world.owner.examine().isEmpty)
    }

    @Test("A folder with them gives the honest records", arguments: Storage.allCases)
    func folder(storage: Storage) async throws {
        let ana = try await Site(storage, "ana", seed: 1)
        let maker = try OddRecords(at: ana.store().now - 1000)
        try await ana.follow(maker)
        let folder = try TemporaryFolder.make()
        let packs = folder.appending(path: "devices/\(maker.mallory.device.id)")
        try FileManager.default.createDirectory(at: packs, withIntermediateDirectories: true)
        let honest = try maker.honestPost(0)
        let records = maker.introductions.map(\.encoded) + maker.encodings
        var content: [UInt8] = []
        for encoding in records + [honest.encoded] {
            content += Message.records(encodings: [encoding], completed: []).frame.encoded
        }
        let pack = Data(content + SHA256.hash(content).bytes)
        try pack.write(to: packs.appending(path: "0000000001.pack"))
        let report = try await ana.sync.sync(folder: folder.path, isOwn: false)
        #expect(report.damagedFiles.isEmpty)
        #expect(try ana.store().known([honest.id]) == [honest.id])
        #expect(try await ana.world.owner.examine().isEmpty)
    }
}

extension Site {
    /// Follows the users of a script.
    fileprivate func follow(_ maker: OddRecords) async throws {
        for user in [maker.mallory.id, maker.honest.id] { try await sync.follow(user) }
        tick()
    }
}

/// The keys of one user.
private struct OddAuthor {
    let root: SigningKey
    let device: SigningKey
    let id: User.ID

    init(_ number: UInt8) throws {
        root = try #require(SigningKey(seed: Array(repeating: number, count: 32)))
        device = try #require(SigningKey(seed: Array(repeating: number + 100, count: 32)))
        id = User.ID(rootKey: root.verifyingKey)
    }

    func bound(_ time: UInt64, _ nonce: UInt64 = 1) -> BoundID<Post> {
        BoundID(milliseconds: time, nonce: Nonce(number: nonce), author: id)
    }

    func bound(
        _ time: UInt64,
        _ nonce: UInt64 = 1,
        on post: BoundID<Post>
    ) -> BoundID<TimelineCore.Comment> {
        BoundID(milliseconds: time, nonce: Nonce(number: nonce), author: id, on: post.id)
    }

    func record(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: User.ID? = nil
    ) throws -> VerifiedRecord {
        try VerifiedRecord(
            author: id,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content,
            signedWith: content.isSignedByRoot ? root : device
        )
    }

    /// The records that add the device and set the username.
    func introductions(_ username: String) throws -> [VerifiedRecord] {
        let certificate = DeviceCertificate(
            root: root.verifyingKey,
            device: device.verifyingKey,
            box: EncryptionKey(words: (1, 2, 3, 4))
        )
        return try [
            record(.keyAdded(certificate), at: PushID(milliseconds: 1, bits: (0, 1))),
            record(
                .profileSet(.username(try Username(username))),
                at: PushID(milliseconds: 1, bits: (0, 2))
            ),
        ]
    }
}

/// The odd records of a hostile user, and posts by an honest one.
private struct OddRecords {
    let mallory: OddAuthor
    let honest: OddAuthor
    let introductions: [VerifiedRecord]
    private let time: UInt64
    private let templates: [VerifiedRecord]
    /// Records that end a key or an account, after which nothing else by their author has an effect.
    private let endings: [VerifiedRecord]

    init(at time: UInt64) throws {
        (mallory, honest) = (try OddAuthor(1), try OddAuthor(2))
        self.time = time
        introductions = try mallory.introductions("mallory") + honest.introductions("ben")
        templates = try Self.templates(mallory, honest, at: time)
        let stamps = (1...2).map { PushID(milliseconds: time, bits: (.max, .max - $0)) }
        var generator = SystemRandomNumberGenerator()
        let id = RevocationID(using: &generator)
        endings = [
            try mallory.record(
                .keyRevoked(KeyRevocation(of: honest.device.id, last: stamps[0], id: id, list: [])),
                at: stamps[0]
            ),
            try mallory.record(.accountDeleted, at: stamps[1]),
        ]
    }

    func honestPost(_ number: Int) throws -> VerifiedRecord {
        let id = honest.bound(time, UInt64(number) + 10)
        let content = Post.Content(caption: "honest", photos: [Self.photo(1)])
        return try honest.record(.postSet(id, content), at: id.stamp)
    }

    /// The encodings of all changed records, most of which are invalid.
    var encodings: [[UInt8]] { changed(templates) }

    private func changed(_ records: [VerifiedRecord]) -> [[UInt8]] {
        var ids = [mallory.id, honest.id].map(\.bytes)
        ids += [mallory.root.id, mallory.device.id, honest.device.id].map(\.bytes)
        ids += templates.flatMap { [$0.stamp.bytes, $0.id.bytes] }
        ids += templates.compactMap { $0.concernedPost?.bytes }
        ids += [[UInt8](repeating: 5, count: 32)]
        ids = Array(Set(ids)).sorted { $0.lexicographicallyPrecedes($1) }
        let bodies = records.flatMap { record in
            var bytes = record.bodyBytes[...]
            return CBORValue(&bytes).changed(using: ids).map(\.encoded)
        }
        // Only `make check` takes all of them.
        let step = max(1, 8 / TestEffort.count(1, full: 8))
        return bodies.indices.filter { $0 % step == 0 }.map { bodies[$0] }
            .compactMap { body in
                let isRoot = body.count > 26 && Array(body[20..<28]) == mallory.root.id.bytes
                let key = isRoot ? mallory.root : mallory.device
                // A failure of the library would make the test pass without records.
                guard let signature = try? key.signature(for: SigningDomain.record.message(body))
                else { return nil }
                var writer = CBORWriter()
                writer.array(2)
                writer.write(body)
                writer.write(signature)
                return writer.bytes
            }
    }

    /// The changed records that are valid, the endings last.
    var valid: [VerifiedRecord] {
        var keys = KeyDirectory()
        for record in introductions { keys.insert(record) }
        // The errors are those of invalid records.
        return templates
            + keys.verify(encoded: encodings + changed(endings)).compactMap { try? $0.get() }
            + endings
    }

    private static func photo(
        _ byte: UInt64,
        size: (Int, Int) = (4, 3),
        bytes: Int = 100,
        preview: Photo.Preview? = nil
    ) -> Photo {
        Photo(
            blob: BlobID(words: (byte, 0, 0, 0)),
            byteCount: bytes,
            mediaType: .jpeg,
            width: size.0,
            height: size.1,
            alt: "alt",
            thumbHash: Data([1, 2, 3, 4, 5]),
            preview: preview
        )
    }

    /// Returns valid records of every kind, with the time 0 and the given one.
    private static func templates(
        _ author: OddAuthor,
        _ other: OddAuthor,
        at time: UInt64
    ) throws -> [VerifiedRecord] {
        var records: [VerifiedRecord] = []
        for time in [0, time] {
            let (post, gone) = (author.bound(time), author.bound(time, 2))
            let comment = author.bound(time, on: other.bound(time))
            func stamp(_ number: UInt64) -> PushID {
                PushID(milliseconds: time, bits: (.max, number))
            }
            let preview = Photo.Preview(blob: BlobID(words: (1, 0, 0, 0)), byteCount: 100)
            let places = [
                Place(name: "Pole", coordinate: Coordinate(latitude: 90, longitude: 0)),
                Place(coordinate: Coordinate(latitude: -90, longitude: -180)),
                Place(coordinate: Coordinate(latitude: 0, longitude: 180)),
                Place(name: "Nowhere"),
            ]
            let sizes: [(Int, Int)] = [(1, 250_000_000), (250_000_000, 1), (1, 1)]
            let photos =
                sizes.map { photo(2, size: $0, bytes: 64 << 20) }
                + [photo(1, preview: preview), photo(1)]
            records.append(
                try author.record(
                    .postSet(post, Post.Content(caption: "c", photos: photos, place: places[0])),
                    at: post.stamp
                )
            )
            for (index, place) in places.enumerated() {
                let content = Post.Content(caption: "#a", photos: [photo(1)], place: place)
                let stamp = max(post.stamp, stamp(UInt64(index)))
                records.append(try author.record(.postSet(post, content), at: stamp))
            }
            let contents: [(RecordContent, User.ID?)] = [
                (.profileSet(.username(try Username("mallory"))), nil),
                (.profileSet(.displayName("M")), nil),
                (.profileSet(.bio("b")), nil), (.profileSet(.url("https://example.org")), nil),
                (.profileSet(.photo(photo(1, preview: preview))), nil),
                (.profileSet(.photo(nil)), nil), (.postDeleted(gone), nil),
                (.commentHidden(comment.id, post: post), nil), (.liked(post), nil),
                (.liked(other.bound(time)), other.id), (.unliked(other.bound(time)), other.id),
                (.followed(other.id), nil), (.unfollowed(other.id), nil),
                (.commentDeleted(author.bound(time, 3, on: post), post: post), nil),
                (.unknown(kind: 99, content: [0xF6]), nil),
                (.unknown(kind: 99, content: [0x81, 0x81, 0x81, 0x80]), other.id),
                (.unknown(kind: .max, content: [0x40]), nil),
            ]
            for (index, (content, home)) in contents.enumerated() {
                let stamp = stamp(UInt64(index) + 10)
                records.append(try author.record(content, at: stamp, on: home))
            }
            records.append(
                try author.record(
                    .commentAdded(nonce: comment.nonce, post: other.bound(time), text: "t"),
                    at: comment.stamp,
                    on: other.id
                )
            )
        }
        return records
    }
}
