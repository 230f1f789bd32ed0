import TimelineCore

/// The content of a hello message, with which each side introduces itself.
struct Hello: Hashable {
    /// The version of the protocol: 1.
    static let version: UInt64 = 1

    /// The sender's clock in milliseconds since 1970.
    let milliseconds: UInt64
    /// The sender's state token.
    let token: SyncToken
    /// The invitation that the sender presents, if any.
    let invitation: SyncToken?
    /// The user of the sender.
    let user: User.ID
    /// The device key of the sender.
    let device: KeyID
    /// The hash of the sender's scopes.
    let scopesHash: ScopesHash
    /// The maximum size of all originals that the sender wants to receive, in bytes.
    let blobBudget: UInt64
    /// The sender's half of the salt.
    let salt: Nonce
    /// The sender's scopes, or `nil` if the receiver should recognize them by their hash.
    let scopes: StoreScopes?
    /// Whether the sender does not know the scopes of the receiver.
    let requestsScopes: Bool
}

extension Hello {
    /// Reads a hello.
    init(decoding content: [UInt8]) throws(SyncError) {
        let version: UInt64
        do throws(RecordError) {
            var reader = CBORReader(content)
            _ = try reader.array()
            version = try reader.unsigned()
        } catch {
            throw .malformedFrame(type: FrameType.hello.rawValue, error)
        }
        guard version == Self.version else { throw .unsupportedVersion(version) }
        do throws(RecordError) {
            var reader = CBORReader(content)
            let count = try reader.array()
            guard 11...12 ~= count else { throw .malformed }
            _ = try reader.unsigned()
            try self.init(reading: &reader, hasHeldUsers: count == 12)
            try reader.finish()
        } catch {
            throw .malformedFrame(type: FrameType.hello.rawValue, error)
        }
    }

    private init(
        reading reader: inout CBORReader,
        hasHeldUsers: Bool
    ) throws(RecordError) {
        milliseconds = try reader.milliseconds()
        token = try reader.value()
        invitation = try reader.optional { reader throws(RecordError) in try reader.value() }
        user = try reader.value()
        device = try reader.value()
        scopesHash = try reader.value()
        blobBudget = try reader.unsigned()
        salt = try reader.value()
        let wanted = try reader.optional { reader throws(RecordError) in
            try reader.users(atMost: .max)
        }
        requestsScopes = try reader.flag()
        let held = hasHeldUsers ? try reader.users(atMost: SessionLimits.heldUsers) : []
        guard !hasHeldUsers || wanted != nil && !held.isEmpty else { throw .malformed }
        scopes = wanted.map { StoreScopes(wanted: $0, held: held) }
        if let scopes {
            guard ScopesHash(of: scopes) == scopesHash, scopes.held == held else {
                throw .malformed
            }
        }
    }

    /// The hello encoded as CBOR.
    var content: [UInt8] {
        var writer = CBORWriter()
        let held = scopes?.held.sorted() ?? []
        writer.array(held.isEmpty ? 11 : 12)
        writer.write(Self.version)
        writer.write(milliseconds)
        writer.write(token)
        writer.optional(invitation) { $0.write($1) }
        writer.write(user)
        writer.write(device)
        writer.write(scopesHash)
        writer.write(blobBudget)
        writer.write(salt)
        writer.optional(scopes) { $0.write(values: $1.wanted.sorted()) }
        writer.write(flag: requestsScopes)
        if !held.isEmpty { writer.write(values: held) }
        return writer.bytes
    }
}

extension CBORReader {
    /// Reads an array of user IDs in ascending order.
    fileprivate mutating func users(
        atMost limit: Int
    ) throws(RecordError) -> Set<User.ID> {
        let users: [User.ID] = try values(atMost: limit)
        guard zip(users, users.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .malformed }
        return Set(users)
    }
}

extension CBORReader {
    /// Reads an array of values of fixed length.
    ///
    /// - Throws: `RecordError.malformed` if the array has more than `limit` values.
    mutating func values<Value: ByteValue>(atMost limit: Int) throws(RecordError) -> [Value] {
        let count = try array()
        guard count <= limit else { throw .malformed }
        var values: [Value] = []
        for _ in 0..<count { values.append(try value()) }
        return values
    }

    /// Reads 0 or 1.
    mutating func flag() throws(RecordError) -> Bool {
        switch try unsigned() {
        case 0: return false
        case 1: return true
        default: throw .malformed
        }
    }
}

extension CBORWriter {
    /// Writes an array of values of fixed length.
    mutating func write(values: [some ByteValue]) {
        array(values.count)
        for value in values { write(value) }
    }

    /// Writes 0 or 1, because records and frames contain no Booleans.
    mutating func write(flag: Bool) {
        write(UInt64(flag ? 1 : 0))
    }
}
