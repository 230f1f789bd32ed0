import Foundation

/// A JSON value (RFC 8259).
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number in an archive from another service.
    case number(Double)
    /// A number in a Timeline archive, where all numbers are integers.
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a value.
    ///
    /// - Throws: ``EntryError/notJSON`` if the bytes are not JSON, or nested more than 100 deep.
    init(parsing bytes: Data) throws(EntryError) {
        var parser = JSONParser(bytes: Array(bytes))
        self = try parser.document()
    }

    /// Parses a value strictly; see ``JSONParser``.
    ///
    /// - Throws: ``EntryError/notJSON`` or ``EntryError/notUTF8``.
    init(parsingStrictly bytes: some Sequence<UInt8>) throws(EntryError) {
        var parser = JSONParser(bytes: Array(bytes), isStrict: true)
        self = try parser.document()
    }

    /// Creates an object without the members that are `nil`.
    static func object(compacting members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues(\.self))
    }

    /// The member with the given key, or `nil` if this is not an object or the member is missing or
    /// null.
    subscript(key: String) -> JSONValue? {
        guard let value = member(key), value != .null else { return nil }
        return value
    }

    /// Returns the member with the given key, which may be null, or `nil` if this is not an object or
    /// the member is missing.
    func member(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, or `nil` for any other value.
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

    /// The elements of an array, or `nil` for any other value.
    var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The elements of an array, the value itself if it is not an array, or nothing if it is null.
    var elements: [JSONValue] {
        switch self {
        case .null: []
        case .array(let elements): elements
        default: [self]
        }
    }

    /// The number in a number or in a string, or `nil` for any other value.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The value with the encoding of its strings and keys repaired; see
    /// ``Swift/String/repairingEncoding``.
    var repairingEncoding: JSONValue {
        switch self {
        case .null, .bool, .number, .integer: self
        case .string(let text): .string(text.repairingEncoding)
        case .array(let elements): .array(elements.map(\.repairingEncoding))
        case .object(let members):
            .object(
                Dictionary(
                    members.map { ($0.repairingEncoding, $1.repairingEncoding) }
                ) { $1 }
            )
        }
    }
}
