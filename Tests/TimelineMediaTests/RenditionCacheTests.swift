import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineMedia

@Suite("The rendition cache")
struct RenditionCacheTests {
    private let blobs = InMemoryBlobStore()

    /// Stores a photo whose pixels depend on `seed`.
    private func photo(_ seed: Int) throws -> Photo {
        let content = PNGMaker.file(try TestRaster.noise(64, 48, seed: seed))
        return Photo(
            blob: blobs.put(content),
            byteCount: content.count,
            header: try PictureHeader(reading: content)
        )
    }

    private func files(in folder: URL) throws -> [URL] {
        let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (paths?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "jpg" }
    }

    @Test("returns renditions and stores them with mode 0600")
    func makes() async throws {
        let folder = try TemporaryFolder.make().appending(path: "renditions")
        let cache = RenditionCache(folder: folder, blobs: blobs)
        let photo = try photo(1)
        let content = try #require(blobs.data(for: photo.blob))
        for rendition in Rendition.allCases {
            #expect(try await cache.file(rendition, of: photo) == rendition.file(of: content))
        }
        let cached = try files(in: folder)
        #expect(
            cached.count == Rendition.allCases.count
                && cached.allSatisfy { DurableFile.mode(of: $0) == 0o600 }
        )
        #expect(DurableFile.mode(of: folder) == 0o700)
    }

    @Test("deletes neither files reached through a link nor files with other names")
    func strangers() async throws {
        let folder = try TemporaryFolder.make()
        let elsewhere = try TemporaryFolder.make()
        let photo = try photo(4)
        let prefix = folder.appending(path: String(photo.blob.description.prefix(2)))
        try FileManager.default.createSymbolicLink(at: prefix, withDestinationURL: elsewhere)
        let other = folder.appending(path: prefix.lastPathComponent == "aa" ? "ab" : "aa")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        let name = "\(String(repeating: "0", count: 62))-square320.jpg"
        let strangers = [elsewhere.appending(path: name), other.appending(path: "notes.txt")]
        for stranger in strangers { try Data(count: 5000).write(to: stranger) }
        let cache = RenditionCache(folder: folder, blobs: blobs, byteLimit: 1)
        _ = try await cache.file(.square320, of: photo)
        _ = try await cache.file(.square320, of: self.photo(5))
        _ = try await cache.orphans(besides: [], removing: true)
        for stranger in strangers { #expect(try Data(contentsOf: stranger).count == 5000) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [name])
    }

    @Test(
        "changes nothing if its folder, or one in it, has become a link",
        arguments: [true, false]
    )
    func links(isWhole: Bool) async throws {
        let parent = try TemporaryFolder.make()
        let folder = parent.appending(path: "renditions", directoryHint: .isDirectory)
        let photo = try photo(4)
        let cache = RenditionCache(folder: folder, blobs: blobs, byteLimit: 1 << 20)
        _ = try await cache.file(.square320, of: photo)
        let moved =
            isWhole ? folder : folder.appending(path: String(photo.blob.description.prefix(2)))
        let elsewhere = parent.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: moved, to: elsewhere)
        try FileManager.default.createSymbolicLink(
            at: parent.appending(
                path: isWhole ? "renditions" : "renditions/\(moved.lastPathComponent)"
            ),
            withDestinationURL: elsewhere
        )
        let before = try FileManager.default.subpathsOfDirectory(atPath: elsewhere.path)
        cache.removeRenditions(of: [photo.blob])
        _ = try await cache.file(.square1080, of: photo)
        _ = try await RenditionCache(folder: folder, blobs: blobs, byteLimit: 1)
            .file(.fit2048, of: photo)
        #expect(try await cache.orphans(besides: [], removing: true) == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere.path) == before)
    }

    @Test("reads renditions that another process created")
    func shared() async throws {
        let folder = try TemporaryFolder.make()
        let photo = try photo(2)
        let first = try await RenditionCache(folder: folder, blobs: blobs)
            .file(.square320, of: photo)
        try blobs.remove(photo.blob)
        let second = RenditionCache(folder: folder, blobs: blobs)
        #expect(try await second.file(.square320, of: photo) == first)
    }

    @Test(
        "makes lost, cut, changed and empty files again",
        arguments: ["lost", "cut", "changed", "empty"]
    )
    func rebuilds(damage: String) async throws {
        let folder = try TemporaryFolder.make()
        let cache = RenditionCache(folder: folder, blobs: blobs)
        let photo = try photo(3)
        let first = try await cache.file(.fit2048, of: photo)
        let path = try #require(try files(in: folder).first)
        var content = try Data(contentsOf: path)
        switch damage {
        case "lost": try FileManager.default.removeItem(at: path)
        case "cut": try content.prefix(99).write(to: path)
        case "empty": try Data().write(to: path)
        default:
            content[content.count / 2] ^= 1
            try content.write(to: path)
        }
        #expect(try await cache.file(.fit2048, of: photo) == first)
        #expect(try Data(contentsOf: path).dropLast(32) == first)
    }

    @Test("stays below its limit by evicting the least recently used files")
    func limit() async throws {
        let folder = try TemporaryFolder.make()
        let size = try await RenditionCache(folder: folder, blobs: blobs)
            .file(.fit2048, of: photo(0)).count
        let limit = 6 * size
        let cache = RenditionCache(folder: folder, blobs: blobs, byteLimit: limit)
        let favourite = try photo(0)
        let drawn = try await cache.file(.fit2048, of: photo(1))
        for seed in 2...20 {
            _ = try await cache.file(.fit2048, of: photo(seed))
            _ = try await cache.file(.fit2048, of: favourite)
            let bytes = try files(in: folder).reduce(0) { try $0 + Data(contentsOf: $1).count }
            #expect(bytes <= limit)
        }
        try blobs.remove(favourite.blob)
        _ = try await cache.file(.fit2048, of: favourite)
        let last = try photo(20)
        try blobs.remove(last.blob)
        _ = try await cache.file(.fit2048, of: last)
        // Without the photo and a preview, a placeholder is shown.
        let oldest = try photo(1)
        try blobs.remove(oldest.blob)
        #expect(try await cache.file(.fit2048, of: oldest) != drawn)
    }

    @Test("returns renditions without write access")
    func readOnly() async throws {
        let file = try TemporaryFolder.makeFile()
        try Data().write(to: file)
        let cache = RenditionCache(folder: file, blobs: blobs)
        #expect(try await cache.file(.square320, of: photo(4)).count > 0)
    }

    @Test("reports a damaged photo and returns the next one")
    func damaged() async throws {
        let cache = RenditionCache(folder: try TemporaryFolder.make(), blobs: blobs)
        let content = TestPhotos.png(seed: 1)
        let bad = Photo(
            blob: blobs.put(content),
            byteCount: content.count,
            header: try PictureHeader(reading: content)
        )
        await #expect(throws: TimelineError.photoRefused(.undecodable(.png), name: nil)) {
            try await cache.file(.square320, of: bad)
        }
        #expect(try await cache.file(.square320, of: photo(5)).count > 0)
    }

    @Test("deletes the renditions of a photo")
    func removes() async throws {
        let folder = try TemporaryFolder.make()
        let cache = RenditionCache(folder: folder, blobs: blobs)
        _ = try await cache.file(.square320, of: photo(6))
        cache.removeRenditions(of: [try photo(6).blob])
        #expect(try files(in: folder).isEmpty)
    }

    @Test("deletes orphaned renditions, and nothing else")
    func orphans() async throws {
        let folder = try TemporaryFolder.make()
        let cache = RenditionCache(folder: folder, blobs: blobs)
        let (shown, gone) = (try photo(7), try photo(8))
        for rendition in [Rendition.square320, .fit2048] {
            for photo in [shown, gone] { _ = try await cache.file(rendition, of: photo) }
        }
        let digits = gone.blob.description
        let stranger = folder.appending(
            path: "\(digits.prefix(2))/\(digits.dropFirst(2))-notes.jpg"
        )
        try Data().write(to: stranger)
        // One file is still being written, and the other was never completed.
        for (name, age) in [("fresh", 0.0), ("old", 7200.0)] {
            let file = stranger.deletingLastPathComponent().appending(path: ".writing-\(name)")
            try Data(count: 9).write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)],
                ofItemAtPath: file.path
            )
        }
        let referenced: Set = [shown.blob]
        #expect(try await cache.orphans(besides: referenced, removing: false) == 3)
        #expect(try await cache.orphans(besides: referenced, removing: true) == 3)
        #expect(try await cache.orphans(besides: referenced, removing: true) == 0)
        let left = try files(in: folder).map(\.lastPathComponent)
        #expect(left.count == 3 && left.contains(stranger.lastPathComponent))
        let fresh = stranger.deletingLastPathComponent().appending(path: ".writing-fresh")
        #expect(FileManager.default.fileExists(atPath: fresh.path))
        #expect(left.count { $0.hasPrefix(shown.blob.description.dropFirst(2)) } == 2)
    }
}
