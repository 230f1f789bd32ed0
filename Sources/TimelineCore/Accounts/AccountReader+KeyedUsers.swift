extension AccountReader {
    /// Returns the users with keys in this store, in ascending order of the text of their IDs.
    ///
    /// If a user leaves, on any device, their keys in this store remain, so that this device can
    /// pass on the record that they have left.
    package func usersWithKeys() throws -> [User.ID] {
        let prefix = UserKeys.keyPrefix
        var users: [User.ID] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let user = User.ID(String(value.key.dropFirst(prefix.count))) { users.append(user) }
            return true
        }
        return users
    }

    /// Returns those of ``usersWithKeys()`` that have left.
    package func deletedAccounts() throws -> [User.ID] {
        try usersWithKeys().filter { try account(of: $0) == nil }
    }

    /// Calls `body` with private values, page by page and in ascending order of their keys, until
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
