extension AccountReader {
    /// Returns the users with keys in this store, in ascending order of the text of their IDs.
    ///
    /// If a user leaves, on this device or on another one, the keys here remain, so that this device
    /// passes the record of the leaving on.
    package func usersWithKeys() throws -> [User.ID] {
        let prefix = UserKeys.keyPrefix
        var users: [User.ID] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let user = User.ID(String(value.key.dropFirst(prefix.count))) { users.append(user) }
            return true
        }
        return users
    }

    /// Returns the users of ``usersWithKeys()`` that have left.
    package func usersThatLeft() throws -> [User.ID] {
        try usersWithKeys().filter { try account(of: $0) == nil }
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
