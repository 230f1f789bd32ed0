/// An entry in a collection: its value, or the reason it is rejected.
struct FirebaseEntry<Value: Sendable>: Sendable {
    /// The key in an object or the index in an array, or `nil` if the collection itself has the
    /// wrong type.
    let key: String?
    let value: Result<Value, EntryError>

    /// Returns the entry's location in the archive, such as `posts/-K25Fj8p2ArUMz3awt3T`.
    func path(in collection: String) -> String {
        key.map { "\(collection)/\($0)" } ?? collection
    }
}

/// A collection as Firebase exports it: an object, or an array if its keys are small integers.
///
/// A `null` is a gap, not an entry. Decoding never throws, so a malformed entry does not affect
/// other entries.
struct FirebaseEntries<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The entries in ascending order of their keys.
    let all: [FirebaseEntry<Value>]

    init(_ all: [FirebaseEntry<Value>] = []) {
        self.all = all
    }

    init(from decoder: any Decoder) {
        // `try?` is correct because a container of the other kind is valid, too. A value of neither
        // kind becomes a fault.
        if let object = try? decoder.container(keyedBy: FirebaseKey.self) {
            all = object.allKeys.filter(object.hasValue(forKey:))
                .map { object.entry(forKey: $0) }
                .sorted { $0.key ?? "" < $1.key ?? "" }
        } else if var array = try? decoder.unkeyedContainer() {  // Not an object.
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
            // `try?` is correct because this throws only at the end of the array, which the loop
            // condition excludes.
            if (try? array.decodeNil()) == true { continue }
            // `try?` is correct because a `FailableDecodable` never throws. If it did, the
            // remaining elements could not be decoded either.
            guard let element = try? array.decode(FailableDecodable<Value>.self) else { break }
            entries.append(FirebaseEntry(key: String(index), value: element.result))
        }
        return entries
    }
}

/// A decoded value, or the fault that prevented decoding.
///
/// The initializer never throws.
struct FailableDecodable<Value: Decodable>: Decodable {
    let result: Result<Value, EntryError>

    init(from decoder: any Decoder) {
        do {
            result = .success(try Value(from: decoder))
        } catch let fault as EntryError {
            result = .failure(fault)
        } catch {
            result = .failure(.wrongType)
        }
    }
}

/// A key in any JSON object.
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
    /// Returns whether the object has a value other than `null` for a key.
    func hasValue(forKey key: FirebaseKey) -> Bool {
        // `try?` is correct because this throws only if the key is missing.
        contains(key) && (try? decodeNil(forKey: key)) == false
    }

    /// Returns the collection for a key, or an empty collection if the key is missing.
    func entries<Value: Decodable>(forKey key: FirebaseKey) -> FirebaseEntries<Value> {
        guard hasValue(forKey: key) else { return FirebaseEntries() }
        // `try?` is correct because decoding a collection never throws.
        return (try? decode(FirebaseEntries<Value>.self, forKey: key)) ?? FirebaseEntries()
    }

    /// Returns the value for a key as an entry of this object.
    func entry<Value: Decodable>(forKey key: FirebaseKey) -> FirebaseEntry<Value> {
        // `try?` is correct because a `FailableDecodable` never throws.
        let value = try? decode(FailableDecodable<Value>.self, forKey: key)
        return FirebaseEntry(key: key.stringValue, value: value?.result ?? .failure(.wrongType))
    }

    /// Returns the string for a key, or `nil` if the string is missing.
    func string(forKey key: FirebaseKey) throws(EntryError) -> String? {
        guard hasValue(forKey: key) else { return nil }
        do {
            return try decode(String.self, forKey: key)
        } catch {
            throw .notAString(key.stringValue)
        }
    }

    /// Returns the string for a key that must be present.
    func requiredString(forKey key: FirebaseKey) throws(EntryError) -> String {
        guard let string = try string(forKey: key) else { throw .missing(key.stringValue) }
        return string
    }

    /// Returns the number for a key, or `nil` if the number is missing.
    func number(forKey key: FirebaseKey) throws(EntryError) -> Double? {
        guard hasValue(forKey: key) else { return nil }
        do {
            return try decode(Double.self, forKey: key)
        } catch {
            throw .notANumber(key.stringValue)
        }
    }
}
