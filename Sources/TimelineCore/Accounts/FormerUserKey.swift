/// The key of the private value with the current ID of a user who had a different ID before
/// receiving keys.
///
/// Importing the same archive again finds the user through this value.
enum FormerUserKey {
    static func key(of former: User.ID) -> String { "former-user/\(former)" }
}

extension AccountReader {
    /// Returns the current ID of a user with the given ID, which differs if the user has received
    /// keys since.
    package func currentID(of user: User.ID) throws -> User.ID {
        let bytes = try privateValue(forKey: FormerUserKey.key(of: user))
        return bytes.flatMap { User.ID(String(decoding: $0, as: UTF8.self)) } ?? user
    }
}

extension AccountWriter {
    /// Records the current ID of a user who has received keys.
    func setCurrentID(_ user: User.ID, ofFormer former: User.ID) throws {
        try setPrivateValue(
            Array(user.description.utf8),
            forKey: FormerUserKey.key(of: former)
        )
    }
}
