import TimelineCore

/// The scopes of the Instagram API, as scopes of ``AppScopes``.
enum InstagramScopes {
    private static let scopes: [String: [String]] = [
        "basic": ["read"],
        "public_content": ["read"],
        "follower_list": ["read"],
        "comments": ["read", "write:statuses"],
        "likes": ["read", "write:favourites"],
        "relationships": ["read", "write:follows", "write:blocks"],
    ]

    /// Returns the scopes that an app asks for, or `nil` if one of them does not exist.
    ///
    /// An app that names none may read.
    static func scopes(_ text: String?) -> AppScopes? {
        var names = ["read"]
        for name in (text ?? "").split(whereSeparator: { " +,".contains($0) }) {
            guard let scopes = scopes[String(name)] else { return nil }
            names += scopes.filter { !names.contains($0) }
        }
        return try? AppScopes(parsing: names.joined(separator: " "))  // All of these exist.
    }
}
