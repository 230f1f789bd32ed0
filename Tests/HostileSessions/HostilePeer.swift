import SyncTestSupport
import TimelineCrypto
package import TimelineCore
@testable package import TimelineSync

/// A peer that takes part in a session honestly at first, and then sends anything.
///
/// It changes, drops and repeats the frames of an honest session, and adds its own: valid records,
/// requests, parts and lists with odd numbers, in any order.
package struct HostilePeer {
    /// The number of turns after which a session has not ended: no limit has had an effect.
    package static let turnLimit = 5000

    private let device: PeerDevice
    private var choices: Choices
    /// The honest part of the peer.
    private var session: SyncSession<InMemorySyncStore>
    private let time: SyncTime
    /// The number of turns before the peer stops following the protocol.
    private var honestTurns: Int
    /// The blob that the other side has requested in its last turn, if any.
    private var requested: BlobID?
    /// The items of the other side that have been seen.
    private var users: [User.ID]
    private var blobs: [BlobID] = []
    private var posts: [(BoundID<Post>, User.ID)] = []
    private var encodings: [[UInt8]] = []
    private var messages: [[UInt8]] = []
    private var wantedIDs: [SaltedID] = []
    private var ranges: [WantedRange] = []

    /// Creates a peer.
    ///
    /// - Parameters:
    ///   - device: The device, which the other store admits.
    ///   - role: The role of the peer.
    ///   - victim: The user and the device of the other store.
    ///   - invitation: The invitation to present, if any.
    ///   - choices: The bytes that determine everything that the peer does.
    ///   - time: The time of both clocks.
    /// - Throws: A `SyncError` if the peer's own store fails.
    package init(
        _ device: PeerDevice,
        as role: SessionConfiguration.Role,
        against victim: (user: User.ID, device: KeyID),
        invitation: SyncToken? = nil,
        choosing choices: [UInt8],
        at time: SyncTime
    ) throws {
        self.device = device
        self.choices = Choices(choices)
        honestTurns = self.choices.below(8)
        self.time = time
        users = [victim.user, device.user]
        let store = InMemorySyncStore(user: device.user, device: device.key.id)
        store.standings[victim.device] = .peer
        let start = time.milliseconds - 10_000
        let follow = device.record(.followed(victim.user), at: PeerDevice.stamp(start + 2))
        let records = device.introduction(at: start) + [follow, device.post(start + 3)]
        try store.add(records.compactMap(\.self))
        if let blob = BlobID(bytes: SHA256.hash(PeerDevice.picture).bytes) {
            try store.add(blob: PeerDevice.picture, hash: blob)
            blobs.append(blob)
        }
        guard let salt = Nonce(bytes: [7, 7, 7, 7, 7, 7, 7, 7]) else { throw SyncError.silence }
        session = SyncSession(
            store: store,
            configuration: SessionConfiguration(
                role: role,
                salt: salt,
                peer: nil,
                invitation: invitation
            )
        )
    }

    /// Runs a session with the other side to its end.
    ///
    /// - Parameter other: The session of the attacked store, which has not started.
    /// - Returns: The number of turns.
    package mutating func attack<Store>(_ other: inout SyncSession<Store>) -> Int {
        var request = rewrite(session.start(at: time))
        var reply = other.start(at: time)
        var turns = 0
        while other.outcome == nil, turns < Self.turnLimit, !request.isEmpty || !reply.isEmpty {
            turns += 1
            // Everything arrives in two pieces.
            let cut = choices.below(min(request.count, 0xFFFF) + 1)
            let first = other.receive(Array(request.prefix(cut)), at: time)
            reply += first + other.receive(Array(request.dropFirst(cut)), at: time)
            observe(reply)
            request = rewrite(session.receive(reply, at: time))
            reply = []
        }
        other.disconnect()
        return turns
    }

    // MARK: Observing

    /// Collects what the other side has sent, to refer to it.
    private mutating func observe(_ bytes: [UInt8]) {
        requested = nil
        var decoder = FrameDecoder()
        decoder.append(bytes)
        // The other side is honest.
        while let frame = try? decoder.next(), let message = try? Message(decoding: frame) {
            switch message {
            case .hello(let hello):
                users = Array(Set(users + (hello.scopes?.wanted ?? [])).sorted().prefix(8))
            case .negentropy(_, let message): messages = [message]
            case .want(let ids, let ranges):
                wantedIDs = Array(ids.prefix(64))
                self.ranges = Array(ranges.prefix(8))
            case .records(let encodings, _):
                for encoding in encodings.prefix(16) { observe(record: encoding) }
            case .wantBlob(let request):
                requested = request.blob
                blobs = [request.blob] + blobs.prefix(7)
            default: break
            }
        }
    }

    private mutating func observe(record encoding: [UInt8]) {
        guard let signed = try? SignedRecord(decoding: encoding) else { return }
        let record = VerifiedRecord(unchecked: signed)
        encodings = [encoding] + encodings.prefix(7)
        blobs = record.photos.map(\.blob) + blobs.prefix(7)
        if case .postSet(let bound, _) = record.content {
            posts = [(bound, record.author)] + posts.prefix(7)
        }
    }

    // MARK: Sending

    /// Returns the bytes to send instead of those of an honest session.
    private mutating func rewrite(_ bytes: [UInt8]) -> [UInt8] {
        honestTurns -= 1
        guard honestTurns < 0, !choices.isExhausted else { return bytes }
        var frames: [[UInt8]] = []
        var decoder = FrameDecoder()
        decoder.append(bytes)
        // The own session is honest, too.
        while let frame = try? decoder.next() { frames.append(frame.encoded) }
        for _ in 0..<choices.below(4) { edit(&frames) }
        if let requested, choices.oneIn(2) {
            let part = BlobPart(blob: requested, offset: choices.number(), bytes: part())
            frames.insert(Message.blob(part).frame.encoded, at: 0)
        }
        // Without an end, the other side waits.
        if bytes.isEmpty { frames.append(message(.end).frame.encoded) }
        return Array(frames.joined())
    }

    private mutating func edit(_ frames: inout [[UInt8]]) {
        let place = choices.below(frames.count)
        switch choices.below(12) {
        case 0 where !frames.isEmpty: frames.remove(at: place)
        case 1 where !frames.isEmpty: frames.insert(frames[place], at: place)
        case 2 where !frames.isEmpty && !frames[place].isEmpty:
            let index = choices.below(min(frames[place].count, 0xFFFF))
            frames[place][index] ^= choices.byte()
        case 3 where frames.count > 1: frames.swapAt(0, place)
        case 4: frames.append(choices.bytes(choices.below(40)))
        default:
            let type = choices.element(of: FrameType.allCases) ?? .end
            // Most messages come before the end of the turn.
            frames.insert(message(type).frame.encoded, at: min(frames.count, max(place, 1)))
        }
    }

    private mutating func message(_ type: FrameType) -> Message {
        switch type {
        case .hello: .hello(hello())
        case .negentropy: .negentropy(round: choices.number(), message: negentropy())
        case .want:
            .want(
                ids: wantedIDs + (0..<choices.below(4)).compactMap { _ in saltedID() },
                ranges: ranges + (0..<choices.below(4)).map { _ in range() }
            )
        case .records:
            .records(
                encodings: (0..<choices.below(6)).compactMap { _ in record() },
                completed: Array(users.prefix(choices.below(4)))
            )
        case .lack: .lack(ids: wantedIDs, blobs: blobs)
        case .wantBlob:
            .wantBlob(BlobRequest(blob: blob(), offset: choices.number(), count: choices.number()))
        case .blob: .blob(BlobPart(blob: blob(), offset: offset(), bytes: part()))
        case .private: .private(privateData())
        case .end: .end(end())
        case .error: .error(choices.element(of: PeerError.allCases) ?? .other)
        }
    }

    private mutating func hello() -> Hello {
        let scopes = StoreScopes(
            wanted: Set(choices.oneIn(2) ? users : []),
            held: Set(choices.oneIn(2) ? users : [])
        )
        return Hello(
            milliseconds: choices.number(),
            token: token(),
            invitation: session.configuration.invitation,
            user: choices.oneIn(4) ? users[choices.below(users.count)] : device.user,
            device: device.key.id,
            scopesHash: ScopesHash(of: scopes),
            blobBudget: choices.number(),
            salt: session.configuration.salt,
            scopes: choices.oneIn(2) ? scopes : nil,
            requestsScopes: choices.oneIn(2)
        )
    }

    /// Returns the last message of the other side, or ranges with any bounds and contents.
    private mutating func negentropy() -> [UInt8] {
        if let last = messages.last, choices.oneIn(3) { return last }
        var message: [UInt8] = [0x61]
        for _ in 0..<choices.below(5) {
            message.append(varint: choices.number())
            let prefix = choices.below(34)
            message.append(varint: UInt64(prefix))
            message += choices.bytes(prefix)
            let mode = choices.below(4)
            message.append(varint: UInt64(mode))
            if mode == 1 { message += choices.bytes(16) }
            guard mode == 2 else { continue }
            let count = choices.below(4)
            message.append(varint: choices.oneIn(4) ? choices.number() : UInt64(count))
            message += choices.bytes(32 * count)
        }
        return message
    }

    private mutating func range() -> WantedRange {
        let scope = choices.element(of: users) ?? device.user
        guard choices.oneIn(2), let id = RecordID(bytes: choices.bytes(32)) else {
            return WantedRange(scope: scope, bound: nil)
        }
        return WantedRange(
            scope: scope,
            bound: RecordPosition(milliseconds: choices.number(), id: id)
        )
    }

    /// Returns a record of the peer's user, one of the other side's, or random bytes.
    private mutating func record() -> [UInt8]? {
        let stamp = PeerDevice.stamp(stampTime(), UInt64(choices.byte()))
        switch choices.below(12) {
        case 0: return choices.bytes(choices.below(200))
        case 1: return choices.element(of: encodings)
        case 2:
            guard var encoding = choices.element(of: encodings) else { return nil }
            encoding[choices.below(encoding.count)] ^= choices.byte()
            return encoding
        case 3: return sign(.followed(users[choices.below(users.count)]), at: stamp)
        case 4: return sign(.unfollowed(users[choices.below(users.count)]), at: stamp)
        case 5: return reply { .liked($0) }
        case 6: return sign(.profileSet(.bio("I am \(stamp.milliseconds)")), at: stamp)
        case 7: return sign(.unknown(kind: 99, content: [0x80]), at: stamp)
        case 8: return device.introduction(at: stampTime()).first?.encoded
        case 9:
            guard let post = posts.first(where: { $0.1 == device.user })?.0 else { return nil }
            return sign(.postDeleted(post), at: stamp)
        default:
            let post = device.post(
                stampTime(),
                nonce: choices.byte(),
                byteCount: choices.oneIn(3) ? Int(clamping: choices.number()) : 67
            )
            if let post, case .postSet(let bound, _) = post.content {
                posts = [(bound, device.user)] + posts.prefix(7)
            }
            return post?.encoded
        }
    }

    private func sign(_ content: RecordContent, at stamp: PushID) -> [UInt8]? {
        device.record(content, at: stamp)?.encoded
    }

    private mutating func reply(_ content: (BoundID<Post>) -> RecordContent) -> [UInt8]? {
        guard let (post, author) = choices.element(of: posts) else { return nil }
        let stamp = PeerDevice.stamp(stampTime())
        return device.record(content(post), at: stamp, on: author)?.encoded
    }

    /// Returns a time around the present, or any.
    private mutating func stampTime() -> UInt64 {
        choices.oneIn(8) ? choices.number() : time.milliseconds - 5000 + UInt64(choices.byte()) * 40
    }

    private mutating func saltedID() -> SaltedID? { SaltedID(bytes: choices.bytes(32)) }

    private mutating func blob() -> BlobID {
        let known = choices.element(of: blobs)
        let made = BlobID(bytes: SHA256.hash([choices.byte()]).bytes)
        return (choices.oneIn(4) ? made : known) ?? blobs[0]
    }

    private mutating func offset() -> UInt64 { choices.oneIn(2) ? 0 : choices.number() }

    private mutating func part() -> [UInt8] {
        let picture = PeerDevice.picture
        return choices.oneIn(3)
            ? choices.bytes(choices.below(100)) : Array(picture.dropFirst(choices.below(68)))
    }

    /// Returns CBOR arrays and integers, as in the private data of devices.
    private mutating func privateData() -> [UInt8] {
        var writer = CBORWriter()
        writer.array(choices.below(8))
        for _ in 0..<choices.below(8) {
            switch choices.below(3) {
            case 0: writer.array(choices.below(4))
            case 1: writer.write(choices.number())
            default: writer.write(choices.bytes(choices.below(20)))
            }
        }
        return writer.bytes
    }

    private mutating func end() -> TurnEnd {
        let statuses: [TurnEnd.Status] = [.open, .done, .equal]
        return TurnEnd(status: choices.element(of: statuses) ?? .open, token: token())
    }

    private mutating func token() -> SyncToken {
        SyncToken(bytes: [UInt8](repeating: choices.byte(), count: 16))
            ?? session.store.token()
    }
}

extension [UInt8] {
    /// Appends a number as base-128 digits, as in a message of the reconciliation.
    fileprivate mutating func append(varint number: UInt64) {
        var digits = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            digits.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        self += digits.reversed()
    }
}
