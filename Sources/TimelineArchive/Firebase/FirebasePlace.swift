import TimelineCore

extension KeyedDecodingContainer<FirebaseKey> {
    /// The place for a key; `nil` if it is missing or empty.
    ///
    /// A place is an object with a `name`, with a `latitude` and a `longitude` in degrees, or with
    /// all three. The Firebase layout had no places of its own; these keys are those of Instagram's
    /// first API.
    func place(forKey key: FirebaseKey) throws(EntryFault) -> Place? {
        guard hasValue(forKey: key) else { return nil }
        // `try?`: throws only if the value is not an object.
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
