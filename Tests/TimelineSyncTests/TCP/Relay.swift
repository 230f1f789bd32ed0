import TimelineCore
import TimelineTestSupport
import Dispatch

@testable import TimelineSync

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Relays TCP connections with random delays, at a limited rate, in chunks of random size, and cuts
/// some of them.
///
/// The random numbers depend only on the seed.
final class Relay: Sendable {
    /// The maximum delay of each chunk in microseconds.
    private static let delay = 500
    /// The number of bytes per millisecond.
    private static let rate = 4000

    private let listener: TCPListener
    private let target: UInt16
    private let seed: UInt64
    /// The number of bytes after which each connection breaks, in the order of the connections.
    private let cuts: [Int]

    /// The port to connect to.
    var port: UInt16 { listener.port }

    /// Starts a relay to a port of this machine.
    init(to target: UInt16, seed: UInt64, cuts: [Int]) throws {
        listener = try TCPListener(host: "127.0.0.1")
        self.target = target
        self.seed = seed
        self.cuts = cuts
        DispatchQueue(label: "relay").async { self.run() }
    }

    func stop() { listener.stop() }

    private func run() {
        var random = SplitMix64(seed: seed)
        var index = 0
        while !listener.isStopped {
            // A failure ends the session, which the test then reports.
            guard let client = try? listener.accept(timeout: 1000),
                let server = try? TCPConnection.connect(host: "127.0.0.1", port: target)
            else { continue }
            let cut = cuts.indices.contains(index) ? cuts[index] : .max
            index += 1
            // A connection that fails is treated like one that was cut.
            try? pass(client.socket, server.socket, cut, &random)
            client.close()
            server.close()
        }
    }

    /// Forwards bytes in both directions until both have ended or the connection is cut.
    private func pass(
        _ client: TCPSocket,
        _ server: TCPSocket,
        _ cut: Int,
        _ random: inout SplitMix64
    ) throws {
        var open = [(from: client, to: server), (from: server, to: client)]
        var rest = cut
        while !open.isEmpty, rest > 0 {
            let inputs = open.map(\.from.descriptor)
            guard try FileDescriptor.isReady(forInputOf: inputs, within: 10_000) else { return }
            for (from, to) in open {
                guard let bytes = try from.receive() else { continue }
                if bytes.isEmpty {
                    to.endOutput()
                    open.removeAll { $0.from === from }
                    continue
                }
                try send(bytes.prefix(rest), to, &random)
                rest -= bytes.count
                if rest <= 0 { return }
            }
        }
    }

    private func send(
        _ bytes: ArraySlice<UInt8>,
        _ socket: TCPSocket,
        _ random: inout SplitMix64
    ) throws {
        var bytes = bytes
        while !bytes.isEmpty {
            let part = bytes.prefix(1 + random.number(below: random.oneIn(3) ? 7 : 20_000))
            bytes = bytes.dropFirst(part.count)
            usleep(UInt32(random.number(below: Self.delay) + 1000 * part.count / Self.rate))
            try socket.send(Array(part), patience: 60_000)
        }
    }
}
