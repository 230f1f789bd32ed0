import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Exporting to other formats")
struct OtherExportsTests {
    /// Checks that an export in the Firebase layout can be loaded and exported again.
    @Test(arguments: Storage.allCases)
    func firebaseSurvives(_ storage: Storage) async throws {
        let world = try TestWorld(storage)
        _ = try await world.owner.load(FirebaseArchive(galaxy))
        let (json, report) = try await world.owner.exportFirebase()
        #expect(report.posts == 2 && report.photos == 2)
        let copy = try TestWorld(storage)
        let loaded = try await copy.owner.load(FirebaseArchive(reading: json))
        #expect(loaded.findings == [])
        let (again, _) = try await copy.owner.exportFirebase()
        #expect(try texts(again) == texts(json))
        let posts = try await copy.guest.page(of: .everyone).posts
        let originals = try await world.guest.page(of: .everyone).posts
        #expect(posts.map(\.id.date) == originals.map(\.id.date))
        #expect(posts.map(\.commentCount) == originals.map(\.commentCount))
        #expect(posts.map(\.likeCount) == originals.map(\.likeCount))
    }

    /// Checks that places survive, and that everything that the layout cannot contain is counted.
    @Test(arguments: Storage.allCases)
    func firebaseCountsWhatItLeavesOut(_ storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        world.clock.advance(by: 1)
        let place = Place(name: "Lars", coordinate: try Coordinate(parsing: "-33.9,18.4"))
        let session = world.session(leia)
        _ = try await session.post(
            [TestPhotos.file(seed: 1, alt: "A dune"), TestPhotos.file(seed: 2)],
            caption: "Suns",
            place: place
        )
        _ = try await session.updateProfile(ProfileUpdate(displayName: .set("Leia")))
        let (json, report) = try await world.owner.exportFirebase()
        #expect(report.posts == 1 && report.photos == 1)
        #expect(report.omittedPhotos == 1 && report.omittedProfileFields == 1)
        #expect(report.omittedDescriptions == 1 && report.omittedPosts == 0)
        #expect(report.lostPhotos == 0 && report.unavailablePhotos == 0)
        let copy = try TestWorld(storage)
        copy.clock.advance(by: 10)
        let loaded = try await copy.owner.load(FirebaseArchive(reading: json))
        #expect(loaded.findings == [])
        #expect(try await copy.guest.page(of: .everyone).posts.map(\.place) == [place])
    }

    /// Checks that posts without a readable photo are left out and counted.
    @Test(arguments: Storage.allCases)
    func firebaseCountsUnreadablePhotos(_ storage: Storage) async throws {
        let world = try TestWorld(storage)
        let awaited = TestPhotos.photo(seed: 1)
        try world.repository.writeAccounts {
            try $0.setTime(1, of: .refused, on: awaited.blob)
        }
        // The file of the other photo is lost.
        let photos = [awaited, TestPhotos.photo(seed: 2, alt: "A dune")]
        var make = RecordMaker()
        let posts = try photos.map { photo in
            try make.record(.leia, .postAdded(Post.Content(photos: [photo])))
        }
        try world.repository.apply([make.user(.leia, "leia")] + posts)
        let report = try await world.owner.exportFirebase().1
        #expect(report.posts == 0 && report.photos == 0 && report.omittedPosts == 2)
        #expect(report.unavailablePhotos == 1 && report.lostPhotos == 1)
        #expect(report.omittedDescriptions == 0)
    }

    /// Returns the values of an export that do not contain IDs derived from usernames.
    private func texts(_ json: Data) throws -> [String] {
        let value = try #require(try? JSONValue(parsingStrictly: json))
        guard case .object(let users) = value["users"], case .object(let posts) = value["posts"]
        else { return [] }
        return users.values.compactMap { $0["username"]?.string }.sorted()
            + posts.sorted { $0.key < $1.key }
            .compactMap { $0.key.prefix(8) + ($0.value["caption"]?.string ?? "") }
    }

    @Test func photosHaveSidecars() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        world.clock.advance(by: 1)
        let place = Place(name: "<Lars>", coordinate: try Coordinate(parsing: "-33.9,18.4"))
        let photo = TestPhotos.file(seed: 1)
        let post = try await world.session(leia)
            .post(
                [photo, TestPhotos.file(seed: 2)],
                caption: "Two \"suns\" & <b>\n#sand",
                place: place
            )
        let files = Lock<[String: Data]>([:])
        let report = try await world.owner.writePhotos(of: leia) { path, content in
            files.withLock { $0[path] = content }
        }
        #expect(report == PostExportReport(posts: 1, photos: 2))
        let written = files.withLock(\.self)
        #expect(written.count == 4)
        for photo in post.photos {
            let content = try world.blobs.data(for: photo.blob)
            #expect(written.values.contains { $0 == content })
        }
        let folder = try TemporaryFolder.make()
        let sidecars = written.filter { $0.key.hasSuffix(".xmp") }
        for (index, sidecar) in sidecars.values.enumerated() {
            let file = folder.appending(path: "\(index).xmp")
            try sidecar.write(to: file)
            let script = """
                import sys, xml.etree.ElementTree as tree
                text = "".join(tree.parse(sys.argv[1]).getroot().itertext())
                assert "Two \\"suns\\" & <b>\\n#sand" in text and "<Lars>" in text, text
                assert "33,54.0000000S" in text and "18,24.0000000E" in text, text
                """
            let result = try Shell.run("python3 -c \(Shell.quoted(script)) \(file.path) 2>&1")
            #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
        }
    }
}
