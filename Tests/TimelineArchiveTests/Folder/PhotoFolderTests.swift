import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Importing folders")
struct PhotoFolderTests {
    /// Returns a JPEG with a segment before its frame.
    private static func jpeg(_ number: UInt8, marker: UInt8, _ content: Data) -> Data {
        let plain = TimelineArchiveTests.jpeg(number)
        let length = content.count + 2
        return plain.prefix(2) + Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
            + content + plain.dropFirst(2)
    }

    /// Returns an Exif segment with a date and its offset.
    private static func exif(date: String, offset: String) -> Data {
        func number(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> Data {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let (date, offset) = (Data(date.utf8) + [0], Data(offset.utf8) + [0])
        // The main directory is at offset 8, the Exif directory at 26, and the texts at 56.
        return Data("Exif\0\0MM\0*".utf8) + number(8, 4)
            + number(1, 2) + field(0x8769, 4, 1, 26) + number(0, 4)
            + number(2, 2) + field(0x9003, 2, date.count, 56)
            + field(0x9011, 2, offset.count, 56 + date.count) + number(0, 4) + date + offset
    }

    private static func xmp(_ body: String) -> Data {
        Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(body.utf8)
    }

    /// Returns a segment with IPTC data sets.
    private static func iptc(_ sets: [(UInt8, String)]) -> Data {
        let data = sets.reduce(into: Data()) { data, set in
            data += [0x1C, 2, set.0, 0, UInt8(set.1.utf8.count)]
            data += Data(set.1.utf8)
        }
        return Data("Photoshop 3.0\0".utf8) + Data("8BIM".utf8) + Data([4, 4, 0, 0, 0, 0, 0])
            + Data([UInt8(data.count)]) + data
    }

    @Test(
        "Every brand of HEIC is a picture, and other brands are not",
        arguments: ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
    )
    func kinds(_ brand: String) {
        func kind(_ brand: String) -> MediaKind {
            let start = Data([0, 0, 0, 0x18]) + Data("ftyp\(brand)".utf8) + Data(count: 12)
            return MediaKind(start: start, path: "a.heic")
        }
        #expect(kind(brand) == .picture)
        #expect(kind("avif") == .unsupported(.avif))
        #expect(kind("crx ") == .unsupported(.rawPicture))
        #expect(kind("M4A ") == .audio)
        #expect(kind("isom") == .unsupported(.video))
    }

    private static var files: [String: Data] {
        [
            "exif.jpg": jpeg(1, marker: 0xE1, exif(date: "2018:05:01 12:00:00", offset: "+02:00")),
            "trip/xmp.jpg": jpeg(
                2,
                marker: 0xE1,
                xmp(
                    """
                    <rdf:Description photoshop:DateCreated="2019-06-01T10:00:00Z">
                    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Dune &amp; sea</rdf:li></rdf:Alt></dc:description>
                    <dc:subject><rdf:Bag><rdf:li>two suns</rdf:li><rdf:li>desert</rdf:li></rdf:Bag></dc:subject>
                    <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li>A dune</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
                    """
                )
            ),
            "trip/iptc.jpg": jpeg(
                3,
                marker: 0xED,
                iptc([(120, "Falcon"), (55, "20200102"), (60, "030405+0000"), (25, "ship")])
            ),
            "trip/sidecar.jpg": TimelineArchiveTests.jpeg(4),
            "trip/sidecar.xmp": Data(
                #"<x exif:DateTimeOriginal="2021-01-01T00:00:00Z" dc:title="Sidecar"/>"#.utf8
            ),
            "trip/copy.jpg": TimelineArchiveTests.jpeg(5),
            "copy.jpg": TimelineArchiveTests.jpeg(5), "notes.txt": Data("notes".utf8),
            "damaged.jpg": Data("no picture".utf8), "video.mp4": mp4,
        ]
    }

    @Test func eachPictureIsAPost() async throws {
        let world = try await ImporterWorld()
        let path = try folder(Self.files)
        let past = Date(timeIntervalSince1970: 1_400_000_000)
        for copy in ["copy.jpg", "trip/copy.jpg"] {
            let days = copy == "copy.jpg" ? 0.0 : 86_400
            try FileManager.default.setAttributes(
                [.modificationDate: past.addingTimeInterval(days)],
                ofItemAtPath: path.appending(path: copy).path
            )
        }
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(
            report.posts
                == ImportTally(
                    entries: 8,
                    imported: 5,
                    alreadyPresent: 1,
                    notSupported: 1,
                    rejected: 1
                )
        )
        #expect(report.notKept == 1)
        let posts = try await world.posts()
        #expect(
            posts.map(\.caption) == [
                "Sidecar", "Falcon\n\n#ship", "Dune & sea\n\n#twosuns #desert", "", "",
            ]
        )
        #expect(
            posts.map(\.createdAt.timeIntervalSince1970) == [
                1_609_459_200, 1_577_934_245, 1_559_383_200, 1_525_168_800, 1_400_000_000,
            ]
        )
        #expect(posts[2].photos.map(\.alt) == ["A dune"])
        #expect(try await world.load(path, as: .folder(albums: false)).posts.imported == 0)
    }

    @Test func eachFolderIsAPost() async throws {
        let world = try await ImporterWorld()
        let path = try folder(Self.files)
        let report = try await world.load(path, as: .folder(albums: true))
        #expect(report.posts.imported == 2)
        // Both folders contain the same picture.
        #expect(report.media.imported == 5 && report.media.alreadyPresent == 1)
        #expect(try await world.load(path, as: .folder(albums: true)).posts.alreadyPresent == 2)
    }

    /// Writes pictures to a folder, dated by their numbers.
    private static func addPictures(
        _ numbers: [UInt8],
        to path: URL,
        metadata: Data = Data()
    ) throws {
        for number in numbers {
            try addPicture(number, to: path, named: "\(number).jpg", metadata: metadata)
        }
    }

    private static func addPicture(
        _ number: UInt8,
        to path: URL,
        named name: String,
        metadata: Data = Data()
    ) throws {
        let file = path.appending(path: name)
        try (TimelineArchiveTests.jpeg(number) + metadata).write(to: file)
        let date = Date(timeIntervalSince1970: 1_400_000_000 + Double(number))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    /// Returns the pictures of all posts, newest post first.
    private static func pictures(in world: ImporterWorld) async throws -> [[BlobID]] {
        try await world.posts().map { $0.photos.map(\.blob) }
    }

    private static func blobs(_ numbers: [UInt8]) -> [BlobID] {
        numbers.map { BlobID(of: TimelineArchiveTests.jpeg($0)) }
    }

    /// Checks that pictures added to an album become further posts, and that nothing is repeated.
    @Test func albumsGainPictures() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let album = ArchiveFormat.folder(albums: true)
        try Self.addPictures([5, 6, 8], to: path)
        #expect(try await world.load(path, as: album).posts.imported == 1)
        // One picture is older, one is between the others, and one is newer.
        try Self.addPictures([4, 7, 9], to: path)
        let rehearsal = try await world.load(path, as: album, isDryRun: true)
        let report = try await world.load(path, as: album)
        #expect(rehearsal.posts == report.posts && rehearsal.media == report.media)
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(
            report.media == ImportTally(entries: 6, imported: 3, alreadyPresent: 3)
        )
        #expect(report.findings.map(\.reason).contains(EntryError.newPictures.reason))
        #expect(
            try await Self.pictures(in: world) == [Self.blobs([5, 6, 8]), Self.blobs([4, 7, 9])]
        )
        // A replaced picture does not hide the new one.
        try FileManager.default.removeItem(at: path.appending(path: "6.jpg"))
        try Self.addPictures([10], to: path)
        #expect(try await world.load(path, as: album).media.imported == 1)
        let answers = try await world.store.answers()
        let again = try await world.load(path, as: album)
        #expect(again.posts == ImportTally(entries: 1, alreadyPresent: 1))
        #expect(again.media == ImportTally(entries: 6, alreadyPresent: 6))
        #expect(!again.findings.map(\.reason).contains(EntryError.newPictures.reason))
        #expect(try await world.store.answers() == answers)
    }

    /// Checks that the pictures of an album are prepared only once, also if it gains others.
    @Test(arguments: [Data(), PlainPhotoProcessor.metadata])
    func albumsArePreparedOnce(_ metadata: Data) async throws {
        let world = try await ImporterWorld()
        let processor = CountingPhotoProcessor()
        let owner = StoreOwner(
            repository: world.store.repository,
            blobs: world.store.blobs,
            hasher: world.store.hasher,
            photoProcessor: processor,
            environment: world.store.clock.environment
        )
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let runs = [([5, 6], 2, 2), ([], 0, 2), ([4, 7], 2, 4), ([], 0, 4)]
        for (numbers, imported, prepared) in runs {
            try Self.addPictures(numbers.map(UInt8.init), to: path, metadata: metadata)
            let report = try await owner.acting(as: world.leia)
                .importPosts(from: path, as: .folder(albums: true))
            #expect(report.media.imported == imported)
            #expect(processor.count == prepared)
        }
    }

    #if os(Linux)
    /// Checks that names that differ only in their Unicode normalization are different files.
    ///
    /// Other systems can treat such names as equal.
    @Test func albumsContainEquivalentNames() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        for (number, name) in [(1, "e\u{301}.jpg"), (2, "\u{e9}.jpg")] as [(UInt8, String)] {
            try Self.addPicture(number, to: path, named: name)
        }
        let report = try await world.load(path, as: .folder(albums: true))
        #expect(report.media == ImportTally(entries: 2, imported: 2))
        let pictures = try await Self.pictures(in: world).flatMap(\.self)
        #expect(Set(pictures) == Set(Self.blobs([1, 2])))
    }

    /// Checks that the order of such names does not depend on the order of their creation.
    @Test func equivalentNamesAreSortedByBytes() throws {
        let path = try folder([:])
        for (index, letter) in "aeiou".enumerated() {
            let decomposed = "\(letter)\u{301}"
            let pair = [decomposed, decomposed.precomposedStringWithCanonicalMapping]
            for name in index.isMultiple(of: 2) ? pair : pair.reversed() {
                try Data().write(to: path.appending(path: name))
            }
        }
        let paths = try FolderSource(path).paths.map { Array($0.utf8) }
        #expect(paths.count == 10)
        #expect(paths == paths.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// Checks that folders with such names are different, too, and become albums.
    @Test func foldersWithEquivalentNamesAreAlbums() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        for (number, name) in [(1, "e\u{301}"), (2, "\u{e9}")] as [(UInt8, String)] {
            let album = path.appending(path: name)
            try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
            try Self.addPictures([number], to: album)
        }
        let report = try await world.load(path, as: .folder(albums: true))
        #expect(report.posts == ImportTally(entries: 2, imported: 2))
        #expect(try await Self.pictures(in: world) == [Self.blobs([2]), Self.blobs([1])])
    }

    /// Checks that each picture has the sidecar with the same bytes in its name, or else one in
    /// another normalization form.
    @Test func sidecarsHaveEquivalentNames() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let names = ["e\u{301}", "\u{e9}", "u\u{308}"]
        for (index, name) in names.enumerated() {
            try Self.addPicture(UInt8(index), to: path, named: "\(name).jpg")
        }
        for (index, name) in (names.prefix(2) + ["\u{fc}"]).enumerated() {
            let sidecar = Data(#"<x dc:title="Sidecar \#(index)"/>"#.utf8)
            try sidecar.write(to: path.appending(path: "\(name).xmp"))
        }
        try await world.load(path, as: .folder(albums: false))
        let captions = try await world.posts().map(\.caption)
        #expect(captions == ["Sidecar 2", "Sidecar 1", "Sidecar 0"])
    }

    /// Checks that a picture without a sidecar does not use that of one with an equivalent name.
    @Test(arguments: ["\u{e9}.xmp", "\u{e9}.jpg.xmp"])
    func sidecarsOfOthersAreIgnored(_ sidecar: String) async throws {
        let world = try await ImporterWorld()
        let path = try folder([sidecar: Data(#"<x dc:title="Sidecar"/>"#.utf8)])
        for (number, name) in [(1, "e\u{301}.jpg"), (2, "\u{e9}.jpg")] as [(UInt8, String)] {
            try Self.addPicture(number, to: path, named: name)
        }
        try await world.load(path, as: .folder(albums: false))
        #expect(try await world.posts().map(\.caption) == ["Sidecar", ""])
    }
    #endif

    /// Checks that over ten gained pictures become several posts, dated by the first of them.
    @Test func albumsGainManyPictures() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let album = ArchiveFormat.folder(albums: true)
        try Self.addPictures([1, 5], to: path)
        try await world.load(path, as: album)
        try Self.addPictures([2, 3, 4] + Array(6...14), to: path)
        let report = try await world.load(path, as: album)
        #expect(report.posts.imported == 1 && report.furtherPosts == 1)
        let posts = try await world.posts()
        let pictures = [[13, 14], [2, 3, 4] + Array(6...12), [1, 5]].map(Self.blobs)
        #expect(try await Self.pictures(in: world) == pictures)
        let first: UInt64 = 1_400_000_002_000
        #expect(
            posts.map(\.id.milliseconds) == [first + 1, first, 1_400_000_001_000]
        )
        #expect(try await world.load(path, as: album).media.alreadyPresent == 14)
        #expect(try await world.posts().count == 3)
    }

    /// Checks that deleted posts of an unchanged album stay deleted, also those of gained pictures.
    @Test func deletedAlbumPostsStayDeleted() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let album = ArchiveFormat.folder(albums: true)
        try Self.addPictures([5, 6, 8], to: path)
        try await world.load(path, as: album)
        for post in try await world.posts() { try await world.session.delete(post.id) }
        let unchanged = try await world.load(path, as: album)
        #expect(unchanged.posts == ImportTally(entries: 1, alreadyPresent: 1))
        #expect(unchanged.media == ImportTally(entries: 3, alreadyPresent: 3))
        #expect(try await world.posts().isEmpty)
        // The post of the gained pictures is deleted, and that of the others is not.
        let other = try await ImporterWorld()
        let gaining = try folder(["notes.txt": Data("notes".utf8)])
        try Self.addPictures([5, 6, 8], to: gaining)
        try await other.load(gaining, as: album)
        try Self.addPictures([4, 7], to: gaining)
        try await other.load(gaining, as: album)
        #expect(
            try await Self.pictures(in: other) == [Self.blobs([5, 6, 8]), Self.blobs([4, 7])]
        )
        let gained = try #require(try await other.posts().last)
        try await other.session.delete(gained.id)
        let again = try await other.load(gaining, as: album)
        #expect(again.posts == ImportTally(entries: 1, alreadyPresent: 1))
        #expect(again.media == ImportTally(entries: 5, alreadyPresent: 5))
        #expect(try await Self.pictures(in: other) == [Self.blobs([5, 6, 8])])
    }

    /// Checks that an album with over ten pictures becomes several posts, that one of ten pictures
    /// continues with those that it gains, and that its deleted posts stay deleted.
    @Test func largeAlbumsContinue() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["notes.txt": Data("notes".utf8)])
        let album = ArchiveFormat.folder(albums: true)
        try Self.addPictures(Array(1...23), to: path)
        let report = try await world.load(path, as: album)
        #expect(report.posts.imported == 1 && report.furtherPosts == 2)
        let pictures = [Array(21...23), Array(11...20), Array(1...10)].map(Self.blobs)
        #expect(try await Self.pictures(in: world) == pictures)
        // The first ten pictures were imported before.
        let other = try await ImporterWorld()
        let part = try folder(["notes.txt": Data("notes".utf8)])
        try Self.addPictures(Array(1...10), to: part)
        try await other.load(part, as: album)
        try await other.load(path, as: album)
        #expect(try await Self.pictures(in: other) == pictures)
        for post in try await world.posts() { try await world.session.delete(post.id) }
        let again = try await world.load(path, as: album)
        #expect(again.posts.alreadyPresent == 1 && again.media.alreadyPresent == 23)
        #expect(try await world.posts().isEmpty)
    }

    /// Checks that a picture in two folders becomes part of only one of their posts.
    @Test func albumsShareAPicture() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["a/notes.txt": Data(), "b/notes.txt": Data()])
        try Self.addPictures([1, 2], to: path.appending(path: "a"))
        try Self.addPictures([1, 3], to: path.appending(path: "b"))
        let album = ArchiveFormat.folder(albums: true)
        let report = try await world.load(path, as: album)
        #expect(
            report.media == ImportTally(entries: 4, imported: 3, alreadyPresent: 1)
        )
        #expect(try await Self.pictures(in: world) == [Self.blobs([3]), Self.blobs([1, 2])])
        #expect(try await world.load(path, as: album).media.imported == 0)
    }

    /// Checks that the tags of exported photos, which captions and keywords contain, are not
    /// repeated.
    @Test func exportedPhotosKeepTheirCaptions() async throws {
        let world = try await ImporterWorld()
        let captions = ["Two suns over\n#Tatooine #two_suns", "", "#Fünf"]
        for (index, caption) in captions.enumerated() {
            world.store.clock.advance(by: 1)
            _ = try await world.session.post(
                [PhotoFile(content: TimelineArchiveTests.jpeg(UInt8(index + 1)))],
                caption: caption,
                place: Place(
                    name: "Endor & sons",
                    coordinate: Coordinate(latitude: -33.5, longitude: 18.25)
                )
            )
        }
        let files = Lock<[String: Data]>([:])
        _ = try await world.store.owner.writePhotos(of: world.session.userID) { path, content in
            files.withLock { $0[path] = content }
        }
        let copy = try await ImporterWorld()
        copy.store.clock.advance(by: 10)
        let exported = try folder(files.withLock(\.self))
        let report = try await copy.load(exported, as: .folder(albums: false, places: true))
        #expect(report.posts.imported == 3)
        let (places, times) = (
            try await copy.posts().map(\.place), try await copy.posts().map(\.createdAt)
        )
        #expect(try await world.posts().map(\.place) == places)
        #expect(try await world.posts().map(\.createdAt) == times)
        #expect(try await copy.posts().map(\.caption) == captions.reversed())
    }

    @Test func filesWithDamagedNamesAreRejected() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["a.jpg": TimelineArchiveTests.jpeg(1)])
        let made = try Shell.run(
            "cd \(path.path) && touch -d @1400000000 a.jpg && cp -p a.jpg $(printf 'caf\\351.jpg')"
        )
        #expect(made.status == 0)
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(report.posts.imported == 1)
        #expect(report.rejectedFiles == 1)
    }

    @Test func linksAreRejected() async throws {
        let world = try await ImporterWorld()
        let path = try folder(["a.jpg": TimelineArchiveTests.jpeg(1)])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_400_000_000)],
            ofItemAtPath: path.appending(path: "a.jpg").path
        )
        let outside = try file(TimelineArchiveTests.jpeg(2))
        try FileManager.default.createSymbolicLink(
            at: path.appending(path: "link.jpg"),
            withDestinationURL: outside
        )
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(report.rejectedFiles == 1)
        await #expect(throws: TimelineError.self) {
            try await world.load(
                file(ZipMaker.archive(["a.jpg": Data()])),
                as: .folder(albums: false)
            )
        }
    }
}

/// A photo processor that counts its calls.
private final class CountingPhotoProcessor: PhotoProcessor {
    private let calls = Lock(0)

    var count: Int { calls.withLock(\.self) }

    func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto {
        calls.withLock { $0 += 1 }
        return try PlainPhotoProcessor().process(file)
    }
}
