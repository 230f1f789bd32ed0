import Foundation

/// A JSON value (RFC 8259).
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a value.
    ///
    /// - Throws: ``EntryFault/notJSON`` if the bytes are not JSON, or nested more than 100 deep.
    init(parsing bytes: Data) throws(EntryFault) {
        var parser = JSONParser(bytes: Array(bytes))
        self = try parser.document()
    }

    /// The member with the given key, or `nil` if this is not an object or the member is missing or
    /// null.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else {
            return nil
        }
        return value
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array, the value itself if it is no array, or nothing if it is
    /// null.
    var elements: [JSONValue] {
        switch self {
        case .null: []
        case .array(let elements): elements
        default: [self]
        }
    }

    /// A number, or a string that contains one.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The value with its strings and keys repaired; see ``Swift/String/repairingEncoding``.
    var repairingEncoding: JSONValue {
        switch self {
        case .null, .bool, .number: self
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
