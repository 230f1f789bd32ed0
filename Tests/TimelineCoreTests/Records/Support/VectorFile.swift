import Foundation
import Testing

/// The test vectors for records; see `Vectors/SOURCE.md`.
struct VectorFile: Decodable {
    /// A user with one device.
    struct Person: Decodable {
        let user, root, rootKeyID, device, deviceKeyID: String
    }

    /// A valid record.
    struct Valid: Decodable, CustomTestStringConvertible {
        let note, author, signedBy, body, id, record: String
        let kind: Kind

        var testDescription: String { note }
    }

    /// An invalid record and the reason for its rejection.
    struct Invalid: Decodable, CustomTestStringConvertible {
        let why, record: String

        var testDescription: String { why }
    }

    /// The name of a kind, or its number if it is unknown.
    enum Kind: Decodable, Equatable {
        case name(String)
        case number(UInt64)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            // Any error means that the value is a string.
            if let number = try? value.decode(UInt64.self) {
                self = .number(number)
            } else {
                self = .name(try value.decode(String.self))
            }
        }
    }

    let people: [String: Person]
    let valid: [Valid]
    let invalid: [Invalid]

    static let shared: Self? = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/record-vectors.json")
        // Without the file, the test that counts the records fails.
        return try? JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }()
}
