import TimelineCore

extension KeyedDecodingContainer<FirebaseKey> {
    /// Returns the place for a key, or `nil` if the place is missing or empty.
    ///
    /// A place is an object with a `name`, with a `latitude` and a `longitude` in degrees, or with
    /// all three. The original Firebase layout had no places. The keys are the same as in
    /// Instagram's first API.
    func place(forKey key: FirebaseKey) throws(EntryError) -> Place? {
        guard hasValue(forKey: key) else { return nil }
        // `try?` is correct because this throws only if the value is not an object.
        guard let object = try? nestedContainer(keyedBy: FirebaseKey.self, forKey: key) else {
            throw .notAnObject(key.stringValue)
        }
        let name = try object.string(forKey: "name")
        let latitude = try object.number(forKey: "latitude")
        let longitude = try object.number(forKey: "longitude")
        guard (latitude == nil) == (longitude == nil) else { throw .incompleteCoordinate }
        return Place(name: name, latitude: latitude, longitude: longitude)
    }
}
