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
