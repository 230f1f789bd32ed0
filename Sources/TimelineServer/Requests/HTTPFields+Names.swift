import HTTPTypes

extension HTTPFields {
    /// The value of a field for which HTTPTypes has no constant, or `nil` if it is missing.
    subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set {
            if let name = HTTPField.Name(name) { self[name] = newValue }
        }
    }

    /// Returns the union of these fields and the given ones.
    ///
    /// If both contain a field, the value from these fields is used.
    func merging(_ fields: HTTPFields) -> HTTPFields {
        var merged = self
        for field in fields where !contains(field.name) { merged.append(field) }
        return merged
    }
}
