import Foundation
import TimelineCore
import TimelineCrypto

/// A piece of sync state, stored as a deterministic CBOR array that starts with a version.
protocol StateValue {
    /// The number of elements after the version.
    static var elementCount: Int { get }

    /// Reads the elements.
    init(reading reader: inout CBORReader) throws(RecordError)

    /// Writes the elements.
    func write(to writer: inout CBORWriter)
}

extension StateValue {
    /// Reads a stored value.
    ///
    /// Returns `nil` if it is malformed. Sync can always rebuild its state, so a value written by a
    /// different version is treated as missing.
    init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: UInt64(Self.elementCount + 1))
            guard try reader.unsigned() == 1 else { return nil }
            try self.init(reading: &reader)
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded value.
    var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(Self.elementCount + 1)
        writer.write(UInt64(1))
        write(to: &writer)
        return writer.bytes
    }
}

extension AccountReader {
    /// Returns a piece of state, or `nil` if it is missing.
    func state<Value: StateValue>(_: Value.Type, forKey key: String) throws -> Value? {
        try privateValue(forKey: key).flatMap { Value(stored: $0) }
    }

    /// Returns all pieces of state whose keys start with a prefix, each with the rest of its key.
    func states<Value: StateValue>(
        _: Value.Type,
        withPrefix prefix: String
    ) throws -> [(name: String, value: Value)] {
        var states: [(name: String, value: Value)] = []
        try forEachPrivateValue(withPrefix: prefix) { stored in
            if let value = Value(stored: stored.bytes) {
                states.append((String(stored.key.dropFirst(prefix.count)), value))
            }
            return true
        }
        return states
    }
}

extension AccountWriter {
    /// Stores a piece of state, or deletes it if `value` is `nil`.
    func setState(_ value: (some StateValue)?, forKey key: String) throws {
        try setPrivateValue(value?.stored, forKey: key)
    }
}

extension CBORReader {
    /// Reads 0 or 1.
    mutating func bit() throws(RecordError) -> Bool {
        switch try unsigned() {
        case 0: return false
        case 1: return true
        default: throw .malformed
        }
    }

    /// Reads an array of values of fixed length.
    mutating func list<Value: ByteValue>() throws(RecordError) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try array()) { values.append(try value()) }
        return values
    }
}

extension CBORWriter {
    /// Writes 0 or 1.
    mutating func write(bit: Bool) { write(UInt64(bit ? 1 : 0)) }

    /// Writes an array of values of fixed length.
    mutating func write(list: [some ByteValue]) {
        array(list.count)
        for value in list { write(value) }
    }
}

/// The keys of the private values that store the sync state.
///
/// IDs are in hexadecimal, so that keys are ordered like the IDs.
enum StateKey {
    /// The random token that is replaced whenever the rejections change.
    static let token = "sync/token"
    static let storageLimits = "sync/limits"
    static let folders = "sync/folder/"

    /// Returns the ID of an entry: the first 8 bytes of the SHA-256 hash of its text, in
    /// hexadecimal digits.
    static func id(ofEntry text: String) -> String {
        SHA256.hash(Data(text.utf8)).bytes.prefix(8).hexadecimal
    }

    /// Returns the name of a contact: the ID of a device and the box key that it has proved to own,
    /// because a peer can claim any device ID.
    static func contact(of device: KeyID, owning box: EncryptionKey?) -> String {
        "\(device)" + (box.map { "-\($0)" } ?? "")
    }

    /// Returns the device of a contact other than a folder.
    static func device(ofContact name: String) -> KeyID? {
        KeyID(hexadecimal: String(name.prefix { $0 != "-" }))
    }

    static func memory(of contact: String, on own: KeyID) -> String {
        "sync/memory/\(own)/\(contact)"
    }

    static func contacts(of own: KeyID) -> String { "sync/contact/\(own)/" }

    static func contact(with contact: String, on own: KeyID) -> String {
        contacts(of: own) + contact
    }

    static func futureRecords(on own: KeyID) -> String { "sync/future/\(own)/" }

    /// The key of the records from the future in the last sync with a device or a folder.
    static func futureRecords(from contact: String, on own: KeyID) -> String {
        futureRecords(on: own) + contact
    }

    /// The key of the records from the future that a repair of the clock has signed again.
    static func replacedRecords(of user: User.ID) -> String { "sync/replaced/\(user)" }

    static func attempts(of own: KeyID) -> String { "sync/attempt/\(own)/" }

    static func attempt(at target: String, on own: KeyID) -> String {
        attempts(of: own) + id(ofEntry: target)
    }

    static func progress(of scope: User.ID) -> String { "sync/progress/\(scope)" }

    /// The key of a value that is set after the first sync with a user's own device, or with a
    /// folder that contained posts by the user.
    static func hadFirstSync(with user: User.ID) -> String { "sync/news/\(user)" }

    /// The key of the circumstances in which the rejections were last reviewed.
    static let review = "sync/review"
    static let released = "sync/released/"

    static func release(of record: RecordID) -> String { released + "\(record)" }

    static func readElsewhere(by user: User.ID) -> String { "sync/read/\(user)/" }

    static func readElsewhere(on device: KeyID, by user: User.ID) -> String {
        readElsewhere(by: user) + "\(device)"
    }

    static func invitations(of user: User.ID) -> String { "sync/invitation/\(user)/" }

    static func invitation(_ token: SyncToken, of user: User.ID) -> String {
        invitations(of: user) + "\(token)"
    }

    static func folder(_ id: String, of own: KeyID) -> String { folders + "\(own)/\(id)" }

    static func folders(of own: KeyID) -> String { folders + "\(own)/" }

    static func folderSeal(of user: User.ID) -> String { "sync/seal/\(user)" }

    static func deviceName(of device: KeyID, by user: User.ID) -> String {
        "sync/name/\(user)/\(device)"
    }

    static func sentPrivate(to device: KeyID, on own: KeyID) -> String {
        "sync/sent/\(own)/\(device)"
    }
}
