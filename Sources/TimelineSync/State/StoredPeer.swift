import TimelineCore

/// An invitation from a user of this store.
struct StoredInvitation: StateValue, Hashable {
    static let elementCount = 3

    /// The time in milliseconds since 1970 at which the invitation expires.
    let expiry: UInt64
    /// The box key of the device that has used the invitation.
    ///
    /// The device has proved to own it, unlike its other keys, whose records may not have arrived.
    private(set) var box: EncryptionKey?
    /// The user of the device that has used the invitation.
    private(set) var user: User.ID?

    init(expiry: UInt64) { self.expiry = expiry }

    init(reading reader: inout CBORReader) throws(RecordError) {
        expiry = try reader.milliseconds()
        box = try reader.optional { reader throws(RecordError) in try reader.value() }
        user = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.write(expiry)
        writer.optional(box) { $0.write($1) }
        writer.optional(user) { $0.write($1) }
    }

    /// Whether a device has used the invitation.
    var isUsed: Bool { box != nil }

    /// Returns whether a device may use the invitation: the first one, and only that one again.
    func isValid(for peer: PeerIdentity, at milliseconds: UInt64) -> Bool {
        guard milliseconds < expiry, let proven = peer.box else { return false }
        return !isUsed || box == proven && user == peer.user
    }

    /// Returns the invitation after a device has used it.
    func used(by peer: PeerIdentity) -> Self {
        var used = self
        (used.box, used.user) = (peer.box, peer.user)
        return used
    }
}

/// The result of the last session with a device.
struct StoredMemory: StateValue {
    static let elementCount = 3

    let memory: PeerMemory

    init(_ memory: PeerMemory) { self.memory = memory }

    init(reading reader: inout CBORReader) throws(RecordError) {
        var memory = PeerMemory()
        memory.equality = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            return PeerMemory.Equality(own: try reader.value(), peer: try reader.value())
        }
        memory.peerScopes = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            let (wanted, held): ([User.ID], [User.ID]) = (
                try reader.list(), try reader.list()
            )
            return StoreScopes(wanted: Set(wanted), held: Set(held))
        }
        memory.sentScopes = try reader.optional { reader throws(RecordError) in
            try reader.value()
        }
        self.memory = memory
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(memory.equality) { writer, equality in
            writer.array(2)
            writer.write(equality.own)
            writer.write(equality.peer)
        }
        writer.optional(memory.peerScopes) { writer, scopes in
            writer.array(2)
            writer.write(list: scopes.wanted.sorted())
            writer.write(list: scopes.held.sorted())
        }
        writer.optional(memory.sentScopes) { $0.write($1) }
    }
}

/// The stored progress of the first sync of a scope.
struct StoredProgress: StateValue {
    static let elementCount = 1

    let progress: FirstSyncProgress

    init(_ progress: FirstSyncProgress) { self.progress = progress }

    init(reading reader: inout CBORReader) throws(RecordError) {
        let position: RecordPosition? = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            return RecordPosition(milliseconds: try reader.milliseconds(), id: try reader.value())
        }
        progress = position.map { .receivedDown(to: $0) } ?? .complete
    }

    func write(to writer: inout CBORWriter) {
        switch progress {
        case .complete: writer.null()
        case .receivedDown(let position):
            writer.array(2)
            writer.write(position.milliseconds)
            writer.write(position.id)
        }
    }
}

/// A folder that a device has synced with.
struct StoredFolder: StateValue {
    static let elementCount = 3

    let path: String
    /// Whether only the user's own devices share the folder.
    let isOwn: Bool
    let memory: FolderMemory

    init(path: String, isOwn: Bool, memory: FolderMemory) {
        self.path = path
        self.isOwn = isOwn
        self.memory = memory
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        path = try reader.text()
        isOwn = try reader.bit()
        memory = FolderMemory(decoding: Array(try reader.byteString())) ?? FolderMemory()
    }

    func write(to writer: inout CBORWriter) {
        writer.write(path)
        writer.write(bit: isOwn)
        writer.write(memory.encoded)
    }
}
