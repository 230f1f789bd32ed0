import Foundation
import Testing

/// Several machines with synchronized clocks, each with a signed-up user.
final class SyncWorlds: Sendable {
    let worlds: [CommandWorld]
    /// A folder that all machines see, which is deleted with this object.
    let shared: URL

    /// Creates a machine for each user.
    init(_ usernames: String...) async throws {
        worlds = try usernames.indices.map { try CommandWorld(seed: UInt64($0 + 1)) }
        shared = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        for world in worlds { try link(shared, in: world) }
        for (world, username) in zip(worlds, usernames) {
            await world.signUp(username)
            for other in worlds where other !== world { other.wait(60) }
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: shared)  // The system removes leftovers.
    }

    /// Advances all clocks by a minute, and runs a command on one machine.
    ///
    /// In the arguments, `$STICK` stands for the path of the shared folder on this machine.
    @discardableResult
    func run(
        _ machine: Int,
        _ arguments: String...,
        input: [String] = [],
        secrets: [String] = [],
        isInteractive: Bool = false
    ) async -> (status: Int32, text: String) {
        for (index, world) in worlds.enumerated() where index != machine { world.wait(60) }
        let words = arguments.map { $0.replacing("$STICK", with: worlds[machine].path("stick")) }
        return await worlds[machine]
            .run(words, input: input, secrets: secrets, isInteractive: isInteractive)
    }

    /// Makes one machine follow another machine's user by invitation.
    func follow(_ machine: Int, _ friend: Int) async throws {
        try await follow(machine, link: invite(friend))
    }

    /// Returns an invitation from a machine's user.
    func invite(_ machine: Int) async throws -> String {
        let answer = await run(machine, "invite", "--format", "json").text
        return try JSON.decoded(Invitation.self, answer).link
    }

    /// Makes a machine accept an invitation.
    func follow(_ machine: Int, link: String) async throws {
        let answer = await run(machine, "follow", link)
        try #require(answer.status == 0, "\(answer.text)")
    }

    /// All commands of all machines, with their output.
    ///
    /// The IDs of peers, which depend on the paths of folders, are shown as `$ID`.
    var transcript: String {
        worlds.enumerated().map { "# Machine \($0 + 1)\n\n\($1.transcript)" }
            .joined(separator: "\n").replacing(/"id" : "[0-9a-f]{16}"/, with: #""id" : "$ID""#)
    }

    private struct Invitation: Decodable {
        let link: String
    }
}

/// Links a folder as `stick` in the home folder of a machine.
func link(_ folder: URL, in world: CommandWorld) throws {
    try FileManager.default.createSymbolicLink(
        at: world.folder.appending(path: "stick"),
        withDestinationURL: folder
    )
}

enum JSON {
    static func decoded<Value: Decodable>(_: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
