import Testing
import TimelineCore
import TimelineSync

@Suite("Syncs with addresses that do not answer", .timeLimit(.minutes(20)))
struct SilentAddressTests {
    /// The output of `timeline invite`.
    private struct Invitation: Decodable {
        let link: String
    }

    /// The output of `timeline sync`.
    private struct Answer: Decodable {
        struct Failure: Decodable {
            let target: String
            let code: String
        }

        let failures: [Failure]
    }

    /// A listener without a store.
    private struct Machine: Sendable {
        let listener: TCPListener
        private let lane = BlockingExecutor(width: 1)

        init() throws { listener = try TCPListener(host: "127.0.0.1") }

        var target: String { "tcp://127.0.0.1:\(listener.port)" }

        /// Waits for connections, and closes each.
        func hangUp(connections: Int) async throws {
            try await lane.run {
                for _ in 0..<connections {
                    try #require(try listener.accept(timeout: 300_000)).close()
                }
            }
        }

        /// Fills the queue of connections, so that the system does not answer the next one.
        func fallSilent() async throws -> [TCPConnection] {
            try await lane.run {
                var connections: [TCPConnection] = []
                do throws(SyncError) {
                    while true {
                        connections.append(
                            try .connect(host: "127.0.0.1", port: listener.port, timeout: 500)
                        )
                    }
                } catch {
                    return connections
                }
            }
        }
    }

    @Test("All addresses are tried at once, and reported in their order")
    func together() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo")
        // Places are in the order of their text.
        let machines = try [Machine(), Machine()].sorted { $0.target < $1.target }
        let targets = machines.map(\.target)
        let invitation = await worlds.run(
            0,
            "invite",
            "--address",
            targets[0],
            "--address",
            targets[1],
            "--format",
            "json"
        )
        // Each address receives a connection without a session, then one with a session.
        async let first: Void = machines[0].hangUp(connections: 2)
        async let second: Void = machines[1].hangUp(connections: 2)
        let link = try JSON.decoded(Invitation.self, invitation.text).link
        try await worlds.follow(1, link: link)
        _ = try await (first, second)

        let queue = try await machines[0].fallSilent()
        async let answer = worlds.run(1, "sync", "--format", "json")
        // The second machine receives a connection without a session, too.
        try await machines[1].hangUp(connections: 2)
        let failures = try JSON.decoded(Answer.self, await answer.text).failures
        #expect(failures.map(\.target) == targets)
        #expect(failures.map(\.code) == ["unreachable", "disconnected"])
        withExtendedLifetime(queue) {}
    }
}
