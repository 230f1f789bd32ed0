import Foundation

/// Why one entry of an archive is refused, as a sentence.
struct EntryFault: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let wrongType = EntryFault("Its value has the wrong type.")
}

/// One entry of a collection: a value, or what is wrong with it.
struct FirebaseEntry<Value: Sendable>: Sendable {
    /// The entry's key, or its place in an array; `nil` when the collection itself has the wrong type.
    let key: String?
    let value: Result<Value, EntryFault>

    /// Where the entry stands, as in `posts/-K25Fj8p2ArUMz3awt3T`.
    func path(in collection: String) -> String {
        key.map { "\(collection)/\($0)" } ?? collection
    }
}

/// A collection as Firebase exports it: a dictionary, or an array when its keys are small numbers.
///
/// A `null` is a hole, not an entry. Decoding never throws, so that no entry spoils another.
struct FirebaseEntries<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The entries in the order of their keys.
    let all: [FirebaseEntry<Value>]

    init(_ all: [FirebaseEntry<Value>] = []) {
        self.all = all
    }

    init(from decoder: any Decoder) {
        // `try?`: a container of the other kind is not a fault, and neither kind is told below.
        if let object = try? decoder.container(keyedBy: FirebaseKey.self) {
            all = object.allKeys.filter(object.holds).map { object.entry($0) }
                .sorted { $0.key ?? "" < $1.key ?? "" }
        } else if var array = try? decoder.unkeyedContainer() {  // As above.
            all = Self.entries(of: &array)
        } else {
            all = [FirebaseEntry(key: nil, value: .failure(.wrongType))]
        }
    }

    private static func entries(
        of array: inout some UnkeyedDecodingContainer
    ) -> [FirebaseEntry<Value>] {
        var entries: [FirebaseEntry<Value>] = []
        while !array.isAtEnd {
            let index = array.currentIndex
            // `try?`: it throws only at the array's end, which was not reached.
            if (try? array.decodeNil()) == true { continue }
            // `try?`: a `Fallible` never throws; should it, the array could not be read on.
            guard let element = try? array.decode(Fallible<Value>.self) else { break }
            entries.append(FirebaseEntry(key: String(index), value: element.result))
        }
        return entries
    }
}

/// A value, or what is wrong with it; decoding never throws.
struct Fallible<Value: Decodable>: Decodable {
    let result: Result<Value, EntryFault>

    init(from decoder: any Decoder) {
        do {
            result = .success(try Value(from: decoder))
        } catch let fault as EntryFault {
            result = .failure(fault)
        } catch {
            result = .failure(.wrongType)
        }
    }
}

/// Any key of a JSON object.
struct FirebaseKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(stringLiteral value: String) {
        stringValue = value
    }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<FirebaseKey> {
    /// Whether there is a value, other than `null`, under a key.
    func holds(_ key: FirebaseKey) -> Bool {
        // `try?`: it throws only for a key that is not there.
        contains(key) && (try? decodeNil(forKey: key)) == false
    }

    /// The collection under a key; empty when it is missing.
    func entries<Value: Decodable>(_ key: FirebaseKey) -> FirebaseEntries<Value> {
        guard holds(key) else { return FirebaseEntries() }
        // `try?`: a collection's decoding never throws.
        return (try? decode(FirebaseEntries<Value>.self, forKey: key)) ?? FirebaseEntries()
    }

    fileprivate func entry<Value: Decodable>(_ key: FirebaseKey) -> FirebaseEntry<Value> {
        // `try?`: a `Fallible` never throws.
        let value = try? decode(Fallible<Value>.self, forKey: key)
        return FirebaseEntry(key: key.stringValue, value: value?.result ?? .failure(.wrongType))
    }

    /// The text under a key; `nil` when it is missing.
    func text(_ key: FirebaseKey) throws(EntryFault) -> String? {
        guard holds(key) else { return nil }
        do {
            return try decode(String.self, forKey: key)
        } catch {
            throw EntryFault("Its “\(key.stringValue)” is not a text.")
        }
    }

    /// The text under a key that has to be there.
    func requiredText(_ key: FirebaseKey) throws(EntryFault) -> String {
        guard let text = try text(key) else {
            throw EntryFault("It has no “\(key.stringValue)”.")
        }
        return text
    }
}
