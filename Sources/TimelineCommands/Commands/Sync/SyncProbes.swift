import TimelineSync

/// Connections to several places at once, without sessions.
///
/// A connection to an address that does not answer fails after about ten seconds. Syncs one after another
/// would wait that long for each such address.
struct SyncProbes {
    private let start = ContinuousClock.now
    private var tasks: [PeerAddress: Task<Void, any Error>] = [:]

    /// Connects to all addresses among the places, if they have more than one.
    init(_ targets: [SyncTarget]) {
        let addresses = Set(targets.compactMap(\.address))
        guard addresses.count > 1 else { return }
        for address in addresses {
            tasks[address] = Task { try await StoreSync.probe(address) }
        }
    }

    /// Waits until a place has answered.
    ///
    /// A failure has no effect if syncs with other places have taken long since, because the place
    /// may answer now.
    ///
    /// - Throws: A `SyncError` if it does not answer.
    func check(_ target: SyncTarget) async throws {
        guard let address = target.address, let task = tasks[address] else { return }
        let result = await task.result
        let age = ContinuousClock.now - start
        if age < .milliseconds(2 * TCPLimits.connection) { try result.get() }
    }
}
