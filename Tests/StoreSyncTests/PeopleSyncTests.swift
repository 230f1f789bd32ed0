import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

/// Tests that people, who have keys but no account, sync like everyone, and their keys never.
@Suite("Syncing people who have arrived by an import")
struct PeopleSyncTests {
    @Test("A follower's second device receives a person, but no keys", arguments: Storage.allCases)
    func secondDevice(storage: Storage) async throws {
        let phone = try await Site(storage, "leia", seed: 1)
        let han = try await phone.world.person("han")
        let greedo = try await phone.world.person("greedo")
        let post = try await phone.world.post(by: han, "falcon")
        phone.tick()
        _ = try await phone.world.session(greedo).comment(on: post.id, "Going somewhere?")
        phone.tick()
        try await phone.session.follow(han)
        let laptop = try await phone.pairedDevice(storage, seed: 4)
        let folder = try TemporaryFolder.make().path
        for site in [phone, laptop, phone, laptop] {
            site.tick()
            _ = try await site.sync.sync(folder: folder, isOwn: false)
        }
        #expect(try await laptop.captions() == ["falcon"])
        #expect(
            try await laptop.session.comments(on: post.id).map(\.author.username) == ["greedo"]
        )
        #expect(try phone.records(of: [han]) == laptop.records(of: [han]))
        let keys = try #require(try phone.world.repository.read { try $1.person(han) })
        let bytes = try FolderBytes(folder)
        for secret in [keys.root.seed, keys.device.seed, keys.box] {
            #expect(!bytes.contains(Data(secret)))
        }
        #expect(try laptop.world.repository.read { try $1.person(han) } == nil)
        await #expect(throws: TimelineError.userNotImported("han")) {
            try await laptop.world.owner.claim(
                "han",
                email: "han@example.org",
                password: TestWorld.password
            )
        }
    }

    /// Checks that the first device goes on speaking for the person after a claim, and that the
    /// other device accepts it.
    @Test("A claimed person's posts reach a follower's second device", arguments: Storage.allCases)
    func claimed(storage: Storage) async throws {
        let phone = try await Site(storage, "leia", seed: 1)
        let han = try await phone.world.person("han")
        try await phone.session.follow(han)
        let laptop = try await phone.pairedDevice(storage, seed: 4)
        let folder = try TemporaryFolder.make().path
        func sync() async throws {
            for site in [phone, laptop, phone, laptop] {
                site.tick()
                _ = try await site.sync.sync(folder: folder, isOwn: false)
            }
        }
        try await sync()
        try await phone.world.owner.claim(
            "han",
            email: "han@example.org",
            password: TestWorld.password
        )
        let login = try await phone.world.logIn("han")
        #expect(login.user.id == han)
        phone.tick()
        _ = try await login.session.post([TestPhotos.file(seed: 1)], caption: "claimed")
        try await sync()
        #expect(try await laptop.captions() == ["claimed"])
        try await login.session.deleteAccount(password: TestWorld.password)
        try await sync()
        #expect(try await laptop.captions() == [])
    }
}
