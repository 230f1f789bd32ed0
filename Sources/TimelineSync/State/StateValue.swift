import TimelineCore

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
