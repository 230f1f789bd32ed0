import TimelineCore

extension KeyedDecodingContainer<FirebaseKey> {
    /// The place under a key, an object with a `name`, a `latitude` and a `longitude`, or some of them; `nil` when it
    /// is missing or empty.
    ///
    /// The database knew no places; the names are those of Instagram's first API.
    func place(_ key: FirebaseKey) throws(EntryFault) -> Place? {
        guard holds(key) else { return nil }
        // `try?`: it throws only when the value is no object.
        guard let object = try? nestedContainer(keyedBy: FirebaseKey.self, forKey: key) else {
            throw EntryFault("Its “\(key.stringValue)” is not an object.")
        }
        let name = try object.text("name")
        let (latitude, longitude) = (try object.number("latitude"), try object.number("longitude"))
        guard (latitude == nil) == (longitude == nil) else {
            throw EntryFault("Its “\(key.stringValue)” has one of its two degrees, not both.")
        }
        return Place(name: name, latitude: latitude, longitude: longitude)
    }

    private func number(_ key: FirebaseKey) throws(EntryFault) -> Double? {
        guard holds(key) else { return nil }
        do {
            return try decode(Double.self, forKey: key)
        } catch {
            throw EntryFault("Its “\(key.stringValue)” is not a number.")
        }
    }
}
