import TimelineCore

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
        /// Whether the user has bookmarked a post, whose ID is the key.
        case bookmark = 4
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

    init(kind: Kind, key: [UInt8], milliseconds: UInt64, value: [UInt8]) {
        self.kind = kind
        self.key = key
        self.milliseconds = milliseconds
        self.value = value
    }
}

extension AccountReader {
    /// Returns an entry of the peer list, even if it has been removed.
    func peer(_ id: String, of user: User.ID) throws -> StoredPeer? {
        try peers(of: user).first { $0.id == id }
    }

    /// Returns all registers of a user, ordered by kind and key.
    func privateRegisters(of user: User.ID) throws -> [PrivateRegister] {
        try PrivateRegister.Kind.allCases.flatMap { kind in
            try privateRegisters(kind, of: user)
                .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        }
    }

    private func privateRegisters(
        _ kind: PrivateRegister.Kind,
        of user: User.ID
    ) throws -> [PrivateRegister] {
        switch kind {
        case .block: try restrictions(.block, by: user).map { PrivateRegister($0) }
        case .mute: try restrictions(.mute, by: user).map { PrivateRegister($0) }
        case .peer:
            try peers(of: user).compactMap(\.register)
        case .bookmark: try bookmarks(of: user).map { PrivateRegister($0) }
        }
    }
}

extension AccountWriter {
    /// Merges the registers of another device of the same user.
    ///
    /// Of each register, the later change remains, so the order of merges does not matter. Changes
    /// that are dated too far ahead count as the oldest.
    func merge(
        _ registers: [PrivateRegister],
        into user: User.ID,
        _ environment: TimelineEnvironment
    ) throws {
        let now = environment.now().millisecondsSince1970
        var own: [[UInt8]: PrivateRegister] = [:]
        for register in try privateRegisters(of: user) {
            own[register.id] = register.counted(at: now)
        }
        var bookmarks: [PrivateRegister] = []
        // What counts on a device with the same time also counts here.
        for register in registers.map({ $0.counted(at: now.newestAccepted) }).keepingBookmarks() {
            let former = own[register.id]
            guard former.map({ register.replaces($0) }) ?? true else { continue }
            if register.kind == .bookmark {
                bookmarks.append(register)
            } else {
                try set(register, of: user)
            }
            own[register.id] = register
        }
        try setBookmarks(
            bookmarks.compactMap { try $0.bookmark(replacing: { try bookmark(of: $0, by: user) }) },
            of: user
        )
    }

    /// Stores a register, unless its value is not valid.
    private func set(
        _ register: PrivateRegister,
        of user: User.ID
    ) throws {
        switch register.kind {
        case .block, .mute:
            guard let restriction = register.restriction, restriction.user != user
            else { return }
            try setRestriction(restriction, by: user)
        case .peer:
            guard var peer = StoredPeer(stored: register.value), peer.register == register
            else { return }
            // Only this device can use its invitation.
            if !peer.isRemoved { peer.invitation = try self.peer(peer.id, of: user)?.invitation }
            try save(peer, of: user)
        case .bookmark: break  // See ``merge(_:into:_:)``, which stores all at once.
        }
    }
}

extension [PrivateRegister] {
    /// Returns the registers with as many of the newest bookmarks as a store keeps.
    fileprivate func keepingBookmarks() -> [PrivateRegister] {
        let bookmarks = filter { $0.kind == .bookmark }
        guard bookmarks.count > Bookmark.limit else { return self }
        let newest = bookmarks.sorted { left, right in
            left.milliseconds == right.milliseconds
                ? right.key.lexicographicallyPrecedes(left.key)
                : left.milliseconds > right.milliseconds
        }
        return filter { $0.kind != .bookmark } + newest.prefix(Bookmark.limit)
    }
}

extension PrivateRegister {
    /// Creates the register of a bookmark, whose value is yes or no.
    init(_ bookmark: Bookmark) {
        var writer = CBORWriter()
        writer.write(bit: bookmark.isSet)
        self.init(
            kind: .bookmark,
            key: bookmark.post.bytes,
            milliseconds: bookmark.milliseconds,
            value: writer.bytes
        )
    }

    /// Returns the bookmark of this register, which replaces the one that `former` returns, or `nil`
    /// if the register contains none.
    func bookmark(
        replacing former: (Post.ID) throws -> Bookmark?
    ) throws -> Bookmark? {
        guard kind == .bookmark, let post = Post.ID(bytes: key), value == [0] || value == [1] else {
            return nil
        }
        return Bookmark(
            post,
            isSet: value == [1],
            milliseconds: milliseconds,
            replacing: try former(post)
        )
    }

    /// Creates the register of a mute, whose value is yes or no, or of a block, whose value also
    /// contains the username or null.
    init(_ restriction: Restriction) {
        var writer = CBORWriter()
        if restriction.kind == .block {
            writer.array(2)
            writer.write(bit: restriction.isSet)
            writer.optional(restriction.name) { $0.write($1) }
        } else {
            writer.write(bit: restriction.isSet)
        }
        self.init(
            kind: restriction.kind == .block ? .block : .mute,
            key: restriction.user.bytes,
            milliseconds: restriction.milliseconds,
            value: writer.bytes
        )
    }

    /// The restriction, or `nil` if the register contains none.
    var restriction: Restriction? {
        guard let user = User.ID(bytes: key) else { return nil }
        do throws(RecordError) {
            var reader = CBORReader(value)
            if kind == .block { try reader.array(of: 2) }
            let isSet = try reader.bit()
            let name =
                kind == .block
                ? try reader.optional { reader throws(RecordError) in try reader.text() } : nil
            try reader.finish()
            return Restriction(
                kind == .block ? .block : .mute,
                of: user,
                isSet: isSet,
                milliseconds: milliseconds,
                name: name
            )
        } catch {
            return nil
        }
    }

    /// The kind and key, which identify the register.
    fileprivate var id: [UInt8] { [UInt8(kind.rawValue)] + key }
}

extension StoredPeer: StateValue {
    static var elementCount: Int { 7 }

    init(reading reader: inout CBORReader) throws(RecordError) {
        self.init(
            user: try reader.optional { reader throws(RecordError) in try reader.value() },
            target: try reader.optional { reader throws(RecordError) in try reader.text() },
            name: try reader.optional { reader throws(RecordError) in try reader.text() },
            milliseconds: try reader.milliseconds()
        )
        invitation = try reader.optional { reader throws(RecordError) in try reader.value() }
        box = try reader.optional { reader throws(RecordError) in try reader.value() }
        isRemoved = try reader.bit()
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(user) { $0.write($1) }
        writer.optional(target) { $0.write($1) }
        writer.optional(name) { $0.write($1) }
        writer.write(milliseconds)
        writer.optional(invitation) { $0.write($1) }
        writer.optional(box) { $0.write($1) }
        writer.write(bit: isRemoved)
    }

    /// The register that the user's other devices receive, or `nil` for a folder or an address,
    /// which applies to one device.
    var register: PrivateRegister? {
        guard user != nil, target == nil else { return nil }
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
    func setPeer(_ entry: StoredPeer, of user: User.ID) throws {
        var entry = entry
        let former = try peer(entry.id, of: user)?.milliseconds
        entry.milliseconds = entry.milliseconds.later(than: former)
        try save(entry, of: user)
    }
}
