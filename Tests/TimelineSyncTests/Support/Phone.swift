import TimelineTestSupport
import TimelineCore
import TimelineSync
@testable import SyncTestSupport

/// A device with a store in memory and its own clock.
struct Phone {
    let author: Author
    let store: InMemorySyncStore
    var clock: UInt64

    /// Creates a device with its user's keys and the picture used in ordinary posts.
    init(
        _ author: Author,
        device: Int = 0,
        clock: UInt64 = 1_000_000,
        seed: UInt64 = 1
    ) throws {
        self.author = author
        self.clock = clock
        store = InMemorySyncStore(
            user: author.id,
            device: author.devices[device].id,
            generator: SplitMix64(seed: seed &+ UInt64(device))
        )
        try store.add(author.keyRecords())
        try store.add(blob: [9], hash: hash([9]))
    }

    /// Creates a device with a store and its user's keys.
    init(_ author: Author, store: InMemorySyncStore, clock: UInt64 = 1_000_000) throws {
        (self.author, self.store, self.clock) = (author, store, clock)
        try store.add(author.keyRecords())
    }

    /// Adds records to the store.
    func add(_ records: VerifiedRecord...) throws {
        try store.add(records)
    }

    /// Follows another user without having any of their records.
    func follow(_ other: Author, at milliseconds: UInt64 = 10) throws {
        try add(author.record(.followed(other.id), at: stamp(milliseconds)))
    }

    /// Registers another device as a peer, or as a device of the same user.
    func trust(_ other: Phone) {
        store.standings[other.store.device] =
            other.author.id == author.id ? .ownDevice : .peer
    }

    /// The time of the clock.
    var time: SyncTime { SyncTime(milliseconds: clock, uptime: clock) }

    /// Returns a new session of this device.
    func session(
        _ role: SessionConfiguration.Role,
        budget: UInt64 = .max,
        invitation: SyncToken? = nil,
        salt: UInt64 = 1,
        peer: EncryptionKey? = nil
    ) -> SyncSession<InMemorySyncStore> {
        var generator = SplitMix64(seed: salt)
        let configuration = SessionConfiguration(
            role: role,
            salt: Nonce(using: &generator),
            peer: peer,
            invitation: invitation,
            blobBudget: budget
        )
        return SyncSession(store: store, configuration: configuration)
    }
}
