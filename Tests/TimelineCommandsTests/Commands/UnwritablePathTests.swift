import Foundation
import Testing
import TimelineCore

@testable import TimelineCommands

@Suite("Paths that cannot be written")
struct UnwritablePathTests {
    /// The commands that write to a path of the user's own, which follows as the last argument.
    private static let commands = [
        ["export"], ["export", "site"], ["export", "folder"], ["export", "firebase"], ["backup"],
        ["save", "--all", "leia", "-o"], ["identity", "export"], ["pair", "--to"],
        ["import", "folder", "pictures", "--report"],
    ]

    /// The commands that create missing parent folders.
    private static let folderMakers = [["backup"], ["save", "--all", "leia", "-o"]]

    private static func world() async throws -> CommandWorld {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"))
        let pictures = world.folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        return world
    }

    /// Runs a command with a path in the world's folder.
    private static func run(
        _ command: [String],
        _ path: String,
        in world: CommandWorld
    ) async -> (status: Int32, text: String) {
        let words = command.map { $0 == "pictures" ? world.path($0) : $0 }
        return await world.run(words + [world.path(path)])
    }

    @Test("A path that the system rejects is reported, not the store", arguments: commands)
    func rejected(command: [String]) async throws {
        let world = try await Self.world()
        let path = String(repeating: "a", count: 300)
        let result = await Self.run(command, path, in: world)
        #expect(result.status == 74, "\(result.text)")
        let reason = "File name too long. Check its permissions, or choose another path."
        #expect(result.text.contains("\(world.path(path)) failed: \(reason)"), "\(result.text)")
    }

    @Test(
        "A file in place of a folder is reported",
        arguments: commands.filter { !folderMakers.contains($0) }
    )
    func file(command: [String]) async throws {
        let world = try await Self.world()
        let result = await Self.run(command, "notes.jpg/new", in: world)
        #expect(result.status == 66, "\(result.text)")
        let file = world.path("notes.jpg")
        #expect(result.text.contains("“\(file)” is a file, not a folder"), "\(result.text)")
    }

    @Test("A file in place of a new folder's parent is reported", arguments: folderMakers)
    func parent(command: [String]) async throws {
        let world = try await Self.world()
        let result = await Self.run(command, "notes.jpg/new", in: world)
        #expect(result.status == 74, "\(result.text)")
        let failure = "Creating the folder \(world.path("notes.jpg/new")) failed: Not a directory."
        #expect(result.text.contains(failure), "\(result.text)")
        #expect(!result.text.contains("doctor"))
    }

    @Test("A failure of a temporary file or folder is attributed to the path of the user")
    func temporary() async throws {
        let world = try await Self.world()
        let folder = world.folder.appending(path: "new")
        let output = try FilledFolder(folder, isPublic: false)
        defer { output.discard() }
        let long = String(repeating: "a", count: 300)
        #expect(throws: Self.failure(at: folder, "File name too long")) {
            try output.add(long, Data())
        }
    }

    @Test(
        "A folder that the user may not write to is reported",
        .enabled(if: geteuid() != 0, "root can write to every folder")
    )
    func readOnly() async throws {
        let world = try await Self.world()
        let folder = world.folder.appending(path: "read-only")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o500]
        )
        for command in Self.commands where !command.starts(with: ["identity"]) {
            // A pairing file is written after the password has been checked.
            let input = command.first == "pair" ? [CommandWorld.password] : []
            let words = command.map { $0 == "pictures" ? world.path($0) : $0 }
            let options = command.first == "pair" ? ["--password-stdin"] : []
            let path = world.path("read-only/new")
            let result = await world.run(words + [path] + options, input: input)
            #expect(result.status == 74, "\(result.text)")
            let failure = "\(path) failed: Permission denied. Check its permissions"
            #expect(result.text.contains(failure), "\(result.text)")
        }
    }

    private static func failure(at path: URL, _ reason: String) -> TimelineError {
        .storageFailed(
            StorageError(
                operation: "Writing \(path.path)",
                reason: reason,
                isOutsideStore: true
            )
        )
    }
}
