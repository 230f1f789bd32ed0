import TimelineCore

/// The connections to a server, each of which one request at a time uses.
///
/// A call takes a connection that is open and idle, or establishes another. The callers bound their
/// number, because each of them blocks a thread; beyond ``S3Limits/connections``, calls are refused.
final class S3Connections: Sendable {
    private struct State {
        /// The addresses of libcurl's idle handles, the most recently used last.
        var idle: [UInt] = []
        /// The number of handles in use.
        var used = 0
    }

    private let library: S3Library
    private let state = Lock(State())

    /// Creates a pool without a connection.
    ///
    /// - Throws: ``S3Fault/libraryMissing`` or ``S3Fault/libraryUnsuitable``.
    init(_ library: S3Library?) throws(S3Fault) {
        guard let library else { throw .libraryMissing }
        guard library.isSuitable else { throw .libraryUnsuitable }
        self.library = library
    }

    deinit {
        for address in state.withLock(\.idle) { destroy(address) }
    }

    /// The numbers of connections in use and idle.
    var counts: (used: Int, idle: Int) { state.withLock { ($0.used, $0.idle.count) } }

    /// Runs `body` with a handle that no other thread uses.
    func withHandle<Output>(
        _ body: (S3Library, UnsafeMutableRawPointer) -> Output
    ) throws(S3Fault) -> Output {
        let taken: UInt? = try state.withLock { state throws(S3Fault) in
            guard state.used < S3Limits.connections else { throw .busy }
            state.used += 1
            return state.idle.popLast()
        }
        let pointer = taken.flatMap { UnsafeMutableRawPointer(bitPattern: $0) } ?? library.handle()
        guard let pointer else {
            state.withLock { $0.used -= 1 }
            throw .libraryUnsuitable
        }
        defer { give(UInt(bitPattern: pointer)) }
        return body(library, pointer)
    }

    private func give(_ address: UInt) {
        let superfluous: UInt? = state.withLock { state in
            state.used -= 1
            state.idle.append(address)
            return state.idle.count > S3Limits.idleConnections ? state.idle.removeFirst() : nil
        }
        if let superfluous { destroy(superfluous) }
    }

    private func destroy(_ address: UInt) {
        if let pointer = UnsafeMutableRawPointer(bitPattern: address) { library.destroy(pointer) }
    }
}
