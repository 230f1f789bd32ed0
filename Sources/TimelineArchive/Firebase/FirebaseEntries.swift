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
