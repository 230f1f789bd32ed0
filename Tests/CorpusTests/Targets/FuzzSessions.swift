import SyncTestSupport
import HostileSessions
import TimelineCore
@testable import TimelineSync

/// Interprets the fuzzing engine's bytes as the decisions of a hostile peer in a session with a
/// store.
///
/// The session ends, and afterwards an honest session with the same store still brings a post. The
/// first byte selects the role of the peer, its relation to the store, and whether the store has the
/// picture of all posts, or requests it.
func fuzzSessions(_ bytes: [UInt8]) throws(Violation) {
    let world = try require(SessionWorld.shared)
    let first = bytes.first ?? 0
    let store = try world.store(world.anna, hasPicture: first & 4 == 0)
    store.standings[world.mallory.key.id] = first & 2 == 0 ? .peer : .ownDevice
    let isInitiator = first & 1 == 0
    do {
        var session = try world.session(store, as: isInitiator ? .responder : .initiator, salt: 1)
        var peer = try HostilePeer(
            world.mallory,
            as: isInitiator ? .initiator : .responder,
            against: (world.anna.user, world.anna.key.id),
            choosing: Array(bytes.dropFirst()),
            at: SessionWorld.time
        )
        let turns = peer.attack(&session)
        try require(session.outcome != nil && turns < HostilePeer.turnLimit)
    } catch let violation as Violation {
        throw violation
    } catch {
        throw Violation(description: "\(error)")
    }
    try world.checkHonestSession(store)
}

/// Two friends, and a peer that attacks one of them.
private struct SessionWorld {
    static let shared = SessionWorld()
    static let time = SyncTime(milliseconds: 1_700_000_000_000, uptime: 1000)

    let anna: PeerDevice
    let ben: PeerDevice
    let mallory: PeerDevice
    /// The records of each user.
    private let records: [User.ID: [VerifiedRecord]]

    private init?() {
        guard let anna = PeerDevice("anna"), let ben = PeerDevice("ben"),
            let mallory = PeerDevice("mallory")
        else { return nil }
        (self.anna, self.ben, self.mallory) = (anna, ben, mallory)
        let start = Self.time.milliseconds - 100_000
        var records: [User.ID: [VerifiedRecord]] = [:]
        for (device, name) in [(anna, "anna"), (ben, "ben")] {
            records[device.user] =
                device.introduction(as: name, at: start)
                + [device.post(start + 10), device.post(start + 20)].compactMap(\.self)
        }
        for (number, user) in [ben.user, mallory.user].enumerated() {
            let stamp = PeerDevice.stamp(start + 30 + UInt64(number))
            guard let follow = anna.record(.followed(user), at: stamp) else { return nil }
            records[anna.user]?.append(follow)
        }
        self.records = records
    }

    /// Returns the store of a user's device, who knows both other users.
    func store(
        _ device: PeerDevice,
        hasPicture: Bool = true
    ) throws(Violation) -> InMemorySyncStore {
        let store = InMemorySyncStore(user: device.user, device: device.key.id)
        let hash = try require(device.post(0)?.photos.first?.blob)
        do throws(SyncError) {
            try store.add(records[device.user] ?? [])
            if hasPicture { try store.add(blob: PeerDevice.picture, hash: hash) }
        } catch {
            throw Violation(description: "\(error)")
        }
        for other in [anna, ben] { store.standings[other.key.id] = .peer }
        return store
    }

    func session(
        _ store: InMemorySyncStore,
        as role: SessionConfiguration.Role,
        salt: UInt8
    ) throws(Violation) -> SyncSession<InMemorySyncStore> {
        let salt = try require(Nonce(bytes: [UInt8](repeating: salt, count: 8)))
        let configuration = SessionConfiguration(role: role, salt: salt, peer: nil)
        return SyncSession(store: store, configuration: configuration)
    }

    /// Runs sessions of Ben with Anna's store until Anna has his posts.
    func checkHonestSession(_ store: InMemorySyncStore) throws(Violation) {
        let other = try self.store(ben)
        // Records of an attacker can change the scopes in a session.
        for _ in 0..<2 {
            var client = try session(other, as: .initiator, salt: 3)
            var server = try session(store, as: .responder, salt: 4)
            _ = server.start(at: Self.time)
            var request = client.start(at: Self.time)
            while !request.isEmpty {
                request = client.receive(server.receive(request, at: Self.time), at: Self.time)
            }
            server.disconnect()
            try require(client.outcome == .finished && server.outcome == .finished)
        }
        let posts = records[ben.user]?.filter { $0.content.kind == .postSet } ?? []
        try require(posts.count == 2 && posts.allSatisfy { store.live[$0.id] != nil })
    }
}
