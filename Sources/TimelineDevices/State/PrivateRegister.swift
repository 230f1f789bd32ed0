import TimelineCore
import TimelineRecords

/// One LWW register of a user's private data, such as whether another user is blocked.
///
/// A new kind of private data needs a case of ``Kind``, and its lines in the three functions below
/// that read and store registers.
struct PrivateRegister: Hashable {
    /// What a register contains.
    enum Kind: UInt64, CaseIterable {
        /// Whether the user has blocked another user, whose ID is the key, and the username of the
        /// other.
        case block = 1
        /// An entry of the peer list, whose ID is the key.
        case peer = 2
        /// Whether the user has muted another user, whose ID is the key.
        case mute = 3
    }

    let kind: Kind
    let key: [UInt8]
    /// The time of the last change in milliseconds since 1970.
    ///
    /// A later change gets a later time, even if the clock was wrong by less than a day before.
    let milliseconds: UInt64
    let value: [UInt8]

    /// Returns whether this register replaces another one with the same kind and key.
    ///
    /// The value is the tie-breaker, so every device decides alike.
    func replaces(_ other: PrivateRegister) -> Bool {
        guard milliseconds == other.milliseconds else { return milliseconds > other.milliseconds }
        return other.value.lexicographicallyPrecedes(value)
    }

    /// Returns the register as it counts at a time: with the time 0 if it is dated too far ahead.
    ///
    /// It then only takes effect where no other change is known. Once its time has come, it counts
    /// with its own date.
    func counted(at now: UInt64) -> PrivateRegister {
        guard milliseconds.isTooFarAhead(of: now) else { return self }
        guard kind == .peer else {
            return PrivateRegister(kind: kind, key: key, milliseconds: 0, value: value)
        }
        guard var peer = StoredPeer(stored: value) else { return self }
        peer.milliseconds = 0
        return peer.register ?? self
    }

    /// Reads a register, or returns `nil` if its kind is unknown.
    static func read(_ reader: inout CBORReader) throws(RecordError) -> PrivateRegister? {
        try reader.array(of: 4)
        let kind = Kind(rawValue: try reader.unsigned())
        let key = Array(try reader.byteString())
        let milliseconds = try reader.milliseconds()
        let value = Array(try reader.byteString())
        return kind.map {
            PrivateRegister(kind: $0, key: key, milliseconds: milliseconds, value: value)
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.write(kind.rawValue)
        writer.write(key)
        writer.write(milliseconds)
        writer.write(value)
    }

    private static let yes: [UInt8] = [1]
    private static let no: [UInt8] = [0]

    /// Creates a register with the value yes or no about a user.
    init(_ kind: Kind, of user: RecordUserID, isSet: Bool, milliseconds: UInt64) {
        self.init(
            kind: kind,
            key: user.bytes,
            milliseconds: milliseconds,
            value: isSet ? Self.yes : Self.no
        )
    }

    init(kind: Kind, key: [UInt8], milliseconds: UInt64, value: [UInt8]) {
        self.kind = kind
        self.key = key
        self.milliseconds = milliseconds
        self.value = value
    }

    /// Whether the user is blocked or muted, or `nil` if the value is not valid or something else.
    var isSet: Bool? {
        switch value {
        case _ where kind == .block: block?.isBlocked
        case Self.yes: true
        case Self.no: false
        default: nil
        }
    }
}

extension AccountReader {
    /// Returns all registers of a user, ordered by kind and key.
    func privateRegisters(of user: RecordUserID) throws -> [PrivateRegister] {
        try PrivateRegister.Kind.allCases.flatMap { kind in
            try privateRegisters(kind, of: user)
                .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        }
    }

    private func privateRegisters(
        _ kind: PrivateRegister.Kind,
        of user: RecordUserID
    ) throws -> [PrivateRegister] {
        switch kind {
        case .block:
            try blocks(by: User.ID(user)).map { PrivateRegister($0) }
        case .peer:
            try states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
                .compactMap { $0.value.register }
        case .mute:
            try muteChanges(of: user)
                .map {
                    PrivateRegister(
                        kind,
                        of: $0.user,
                        isSet: $0.change.isMuted,
                        milliseconds: $0.change.milliseconds
                    )
                }
        }
    }

    /// Returns the newest change of each mute.
    ///
    /// A mute without a known change gets the time 0.
    private func muteChanges(
        of user: RecordUserID
    ) throws -> [(user: RecordUserID, change: MuteChange)] {
        let prefix = MuteChange.prefix(of: User.ID(user))
        var changes: [RecordUserID: MuteChange] = [:]
        try forEachPrivateValue(withPrefix: prefix) { stored in
            if let muted = RecordUserID(hexadecimal: String(stored.key.dropFirst(prefix.count))) {
                changes[muted] = MuteChange(stored: stored.bytes)
            }
            return true
        }
        for muted in try mutedUsers(of: User.ID(user)) where changes[muted.recordID] == nil {
            changes[muted.recordID] = MuteChange(isMuted: true, milliseconds: 0)
        }
        return changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension AccountWriter {
    /// Merges the registers of another device of the same user.
    ///
    /// Of each register, the later change remains, so the order of merges does not matter. Changes
    /// that are dated too far ahead count as the oldest.
    func merge(
        _ registers: [PrivateRegister],
        into user: RecordUserID,
        _ environment: TimelineEnvironment
    ) throws {
        let now = environment.now().millisecondsSince1970
        var own: [[UInt8]: PrivateRegister] = [:]
        for register in try privateRegisters(of: user) {
            own[register.id] = register.counted(at: now)
        }
        // What counts on a device with the same time also counts here.
        for register in registers.map({ $0.counted(at: now.newestAccepted) }) {
            let former = own[register.id]
            guard former.map({ register.replaces($0) }) ?? true else { continue }
            try set(register, of: user)
            own[register.id] = register
        }
    }

    /// Stores a register, unless its value is not valid.
    private func set(
        _ register: PrivateRegister,
        of user: RecordUserID
    ) throws {
        switch register.kind {
        case .block:
            guard register.other(than: user) != nil, let block = register.block else { return }
            try setBlock(block, by: User.ID(user))
        case .peer:
            guard var peer = StoredPeer(stored: register.value), peer.register == register
            else { return }
            let key = StateKey.peer(peer.id, of: user)
            // Only this device can use its invitation.
            if !peer.isRemoved {
                peer.invitation = try state(StoredPeer.self, forKey: key)?.invitation
            }
            try setState(peer, forKey: key)
        case .mute:
            guard let muted = register.other(than: user), let isMuted = register.isSet
            else { return }
            let change = MuteChange(isMuted: isMuted, milliseconds: register.milliseconds)
            try setMuted(User.ID(muted), by: User.ID(user), change)
        }
    }
}

extension PrivateRegister {
    /// Creates the register of a block: whether the user is blocked, and the username or null.
    init(_ block: Block) {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(bit: block.isBlocked)
        writer.optional(block.name) { $0.write($1) }
        self.init(
            kind: .block,
            key: block.user.recordID.bytes,
            milliseconds: block.milliseconds,
            value: writer.bytes
        )
    }

    /// The block, or `nil` if the register contains none.
    fileprivate var block: Block? {
        guard let user = RecordUserID(bytes: key) else { return nil }
        do throws(RecordError) {
            var reader = CBORReader(value)
            try reader.array(of: 2)
            let isBlocked = try reader.bit()
            let name = try reader.optional { reader throws(RecordError) in try reader.text() }
            try reader.finish()
            return Block(
                User.ID(user),
                isBlocked: isBlocked,
                milliseconds: milliseconds,
                name: name
            )
        } catch {
            return nil
        }
    }

    /// The kind and key, which identify the register.
    fileprivate var id: [UInt8] { [UInt8(kind.rawValue)] + key }

    /// Returns the user that the key contains, or `nil` if it is malformed or the given user.
    fileprivate func other(than user: RecordUserID) -> RecordUserID? {
        guard let other = RecordUserID(bytes: key), other != user else { return nil }
        return other
    }
}

extension StoredPeer {
    /// The register that the user's other devices receive, or `nil` for a folder or an address,
    /// which applies to one device.
    var register: PrivateRegister? {
        guard user != nil, place == nil else { return nil }
        var shared = self
        shared.invitation = nil
        return PrivateRegister(
            kind: .peer,
            key: Array(id.utf8),
            milliseconds: milliseconds,
            value: shared.stored
        )
    }
}

extension AccountWriter {
    /// Stores an entry of the peer list, with a time after that of the entry that it replaces.
    func setPeer(_ entry: StoredPeer, of user: RecordUserID) throws {
        let key = StateKey.peer(entry.id, of: user)
        var entry = entry
        let former = try state(StoredPeer.self, forKey: key)?.milliseconds
        entry.milliseconds = entry.milliseconds.later(than: former)
        try setState(entry, forKey: key)
    }
}
