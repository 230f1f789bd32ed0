import TimelineCrypto
import Foundation
import Testing

@testable import Negentropy

/// The test vectors created with the reference implementation; see `Vectors/SOURCE.md`.
struct VectorFile: Decodable {
    /// A part of a set, either listed or generated.
    struct Part: Decodable {
        let items: [Element]?
        let seed: String?
        let from, to, start, step, span, group: UInt64?
        let every, offset, dropEvery, dropOffset: UInt64?
        let drop: [UInt64]?
        let prefix: String?
        let time: String?
    }

    /// A listed item: a timestamp and an ID in hexadecimal.
    struct Element: Decodable {
        let item: Item

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            let timestamp = try fields.decode(UInt64.self)
            let id = ItemID(bytes: bytes(try fields.decode(String.self)))
            item = Item(timestamp: timestamp, id: try #require(id))
        }
    }

    /// A message, either whole or as its length, SHA-256 and first bytes.
    enum Message: Decodable {
        case whole(String)
        case digest(bytes: Int, sha256: String)

        private enum CodingKeys: CodingKey { case bytes, sha256 }

        init(from decoder: any Decoder) throws {
            // Any error means that the value is a string.
            if let fields = try? decoder.container(keyedBy: CodingKeys.self) {
                self = .digest(
                    bytes: try fields.decode(Int.self, forKey: .bytes),
                    sha256: try fields.decode(String.self, forKey: .sha256)
                )
            } else {
                self = .whole(try decoder.singleValueContainer().decode(String.self))
            }
        }

        func matches(_ message: [UInt8]) -> Bool {
            switch self {
            case .whole(let text): text == hexadecimal(message)
            case .digest(let count, let sha256):
                message.count == count && hexadecimal(SHA256.hash(message).bytes) == sha256
            }
        }
    }

    /// Sorted IDs, either listed or as their count and the SHA-256 of all their bytes.
    enum IDs: Decodable {
        case list([String])
        case digest(count: Int, sha256: String)

        private enum CodingKeys: CodingKey { case count, sha256 }

        init(from decoder: any Decoder) throws {
            // Any error means that the value is a list.
            if let fields = try? decoder.container(keyedBy: CodingKeys.self) {
                self = .digest(
                    count: try fields.decode(Int.self, forKey: .count),
                    sha256: try fields.decode(String.self, forKey: .sha256)
                )
            } else {
                self = .list(try decoder.singleValueContainer().decode([String].self))
            }
        }

        func matches(_ ids: [ItemID]) -> Bool {
            let sorted = ids.sorted()
            switch self {
            case .list(let texts): return texts == sorted.map(\.description)
            case .digest(let count, let sha256):
                let digest = SHA256.hash(sorted.flatMap(\.bytes))
                return sorted.count == count && hexadecimal(digest.bytes) == sha256
            }
        }
    }

    /// A message from the client or the server, with the differences that the client finds in it.
    struct Line: Decodable {
        let client, server: Message?
        let have, need: IDs?
    }

    struct Case: Decodable, CustomTestStringConvertible {
        let name: String
        let client, server: [Part]
        let clientFrameLimit, serverFrameLimit: Int?
        let clientItems, serverItems, rounds: Int
        let messages: [Line]
        let have, need: IDs

        var testDescription: String { name }
    }

    struct FingerprintCase: Decodable {
        let items: [Part]
        let count: Int
        let sum, fingerprint: String
    }

    let fingerprints: [FingerprintCase]
    let cases: [Case]

    static let shared: Self? = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/negentropy-vectors.json")
        // Without the file, the test that counts the cases fails.
        return try? JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }()
}

extension VectorFile.Part {
    /// The items of this part, as the `generator` field of the file describes.
    var elements: [Item] {
        if let items { return items.map(\.item) }
        let dropped = Set(drop ?? [])
        return ((from ?? 0)..<(to ?? 0))
            .compactMap { index in
                if dropped.contains(index) { return nil }
                if let every, index % every != (offset ?? 0) % every { return nil }
                if let dropEvery, index % dropEvery == dropOffset ?? 0 { return nil }
                return item(index)
            }
    }

    /// The first IDs with the seed "a", which most cases use.
    private static let cachedIDs =
        ConcurrentParts.map(100_000) { ItemID(SHA256.hash(Array("a:\($0)".utf8))) }

    private func item(_ index: UInt64) -> Item? {
        if seed == "a", prefix == nil, index < Self.cachedIDs.count, time != "random" {
            return Item(timestamp: timestamp(index, ""), id: Self.cachedIDs[Int(index)])
        }
        let name = "\(seed ?? ""):\(index)"
        let digest = SHA256.hash(Array(name.utf8)).bytes
        let head = bytes(prefix ?? "")
        return ItemID(bytes: head + digest.dropFirst(head.count))
            .map { Item(timestamp: timestamp(index, name), id: $0) }
    }

    private func timestamp(_ index: UInt64, _ name: String) -> UInt64 {
        let start = start ?? 0
        switch time {
        case "random":
            let digest = SHA256.hash(Array("\(name):t".utf8)).bytes
            return start + digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } % (span ?? 1)
        case "group": return start + index / (group ?? 1) * (step ?? 0)
        default: return start + index * (step ?? 0)
        }
    }
}
