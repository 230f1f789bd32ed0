import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("What leaves the store")
struct SaveTests {
    /// A picture with a place, a serial number and more; see `TimelineMediaTests/Fixtures/make.py`.
    private static let secrets = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../TimelineMediaTests/Fixtures/secrets.jpg").standardizedFileURL

    /// A world in which leia has shared it, and the name of her post.
    private static func world() async throws -> (world: TestWorld, post: String) {
        let world = try TestWorld()
        await world.signUp("leia")
        let posted = await world.run("post", "--image", secrets.path)
        #expect(posted.text.contains("The picture tells where it was taken."))
        #expect(!posted.text.contains("⌖"))
        let name = posted.text.firstMatch(of: /(?m)^@.* (\S+)$/).map { String($0.1) }
        return (world, try #require(name))
    }

    private static func saved(_ world: TestWorld, _ arguments: String...) async throws -> Data {
        let path = world.path("saved-\(UUID().uuidString).jpg")
        let result = await world.run(["save"] + arguments + ["-o", path])
        #expect(result.status == 0)
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test("The owner gets the original, everyone else and --stripped the pixels only")
    func whoGetsWhat() async throws {
        let (world, post) = try await Self.world()
        let original = try Data(contentsOf: Self.secrets)
        #expect(original.range(of: Data("SECRET".utf8)) != nil)
        #expect(try await Self.saved(world, post) == original)
        let stripped = try await Self.saved(world, post, "--stripped")
        #expect(stripped.range(of: Data("SECRET".utf8)) == nil)
        await world.signUp("han")
        #expect(try await Self.saved(world, post) == stripped)
        await world.run("logout")
        #expect(try await Self.saved(world, post) == stripped)
    }

    @Test("All of a user's pictures are saved by date, and saving goes on where it stopped")
    func all() async throws {
        let (world, _) = try await Self.world()
        let (sunset, map) = (world.path("sunset.jpg"), world.path("map.png"))
        await world.run("post", "--image", sunset, map)
        let album = world.folder.appending(path: "album")
        let command = ["save", "--all", "leia", "-o", album.path]
        #expect(await world.run(command).text == "Saved 3 pictures of @leia.\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: album.path).sorted()
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.wholeMatch(of: /2026-\d\d-\d\d_\d\d-\d\d-\d\d_.*/) != nil })
        #expect(names.filter { $0.hasSuffix("-1.jpg") || $0.hasSuffix("-2.png") }.count == 2)
        let first = album.appending(path: names[0])
        #expect(try Data(contentsOf: first) == Data(contentsOf: Self.secrets))
        // Half a file of a run that was killed does not count.
        try FileManager.default.removeItem(at: first)
        try Data("half".utf8).write(to: album.appending(path: ".\(names[0]).part"))
        #expect(
            await world.run(command).text
                == "Saved 1 picture of @leia; 2 pictures were there already.\n"
        )
        #expect(try Data(contentsOf: first) == Data(contentsOf: Self.secrets))
        #expect(try FileManager.default.contentsOfDirectory(atPath: album.path).count == 3)
        #expect(
            await world.run(command + ["--stripped"]).text == "Saved 3 pictures of @leia.\n"
        )
        let stripped = album.appending(path: names[0].replacing(".jpg", with: ".stripped.jpg"))
        #expect(try Data(contentsOf: stripped).range(of: Data("SECRET".utf8)) == nil)
        await world.signUp("han")
        let others = world.folder.appending(path: "others")
        await world.run("save", "--all", "@leia", "-o", others.path)
        let taken = try Data(contentsOf: others.appending(path: names[0]))
        #expect(taken.range(of: Data("SECRET".utf8)) == nil)
    }

    @Test("A picture that cannot be stripped keeps no other from being saved")
    func refused() async throws {
        let (world, _) = try await Self.world()
        let cut = world.folder.appending(path: "cut.gif")
        try SamplePhotos.gif.dropLast(1).write(to: cut)
        await world.run("post", "--image", cut.path, world.path("map.png"))
        await world.signUp("han")
        let album = world.path("album")
        let result = await world.run("save", "--all", "leia", "-o", album)
        #expect(result.status == 65)
        #expect(result.text.contains("Saved 2 pictures of @leia."))
        #expect(result.text.contains("The picture is cut short."))
    }

    @Test("The place comes from the picture only when asked for")
    func place() async throws {
        let (world, _) = try await Self.world()
        let path = Self.secrets.path
        let exact = await world.run("post", "--image", path, "--place-from-photo")
        #expect(exact.text.contains("⌖ -33.9"))
        #expect(!exact.text.contains("tells where"))
        let fuzzed = await world.run("post", "--image", path, "--place-from-photo", "--fuzz")
        #expect(fuzzed.text.contains("⌖ -33.93, 18.42\n"))
        let none = await world.run("post", "--image", world.path("map.png"), "--place-from-photo")
        #expect(none.status == 64)
        let both = await world.run("post", "--image", path, "--place-from-photo", "--at", "1,1")
        #expect(both.status == 64)
    }
}
