extension AccountReader {
    /// Returns the users with keys in this store, in ascending order of the text of their IDs.
    ///
    /// A user that has left keeps the keys, so that this device can still send the record of the
    /// leaving.
    package func usersWithKeys() throws -> [User.ID] {
        let prefix = UserKeys.keyPrefix
        var users: [User.ID] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let user = User.ID(String(value.key.dropFirst(prefix.count))) { users.append(user) }
            return true
        }
        return users
    }

    /// Passes private values to `body`, page by page and in ascending order of their keys, until
    /// `body` returns `false`.
    package func forEachPrivateValue(
        withPrefix prefix: String,
        _ body: (PrivateValue) throws -> Bool
    ) throws {
        let limit = 512
        var cursor: String?
        while true {
            let page = try privateValues(withPrefix: prefix, after: cursor, limit: limit)
            for value in page { guard try body(value) else { return } }
            guard page.count == limit else { return }
            cursor = page.last?.key
        }
    }
}

extension UserKeys {
    /// The text with which the keys of stored user keys begin.
    fileprivate static let keyPrefix = "keys/"
}
