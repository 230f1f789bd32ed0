/// What a user lets an app do: OAuth scopes of the Mastodon API, such as "read write:favourites".
package struct AppScopes: Hashable, Sendable {
    /// The names of the scopes, in the order in which the app has asked for them.
    package let names: [String]

    /// The text: the names with spaces between them.
    package var text: String { names.joined(separator: " ") }

    /// Reads scopes that were stored.
    init(stored text: String) {
        names = text.split(separator: " ").map(String.init)
    }

    /// Parses the text of a request: names with spaces or plus signs between them.
    ///
    /// - Throws: ``TimelineError/invalidScope(_:)`` for an unknown name, or if there is none.
    package init(parsing text: String) throws(TimelineError) {
        var names: [String] = []
        for name in text.split(whereSeparator: { $0 == " " || $0 == "+" }).map(String.init) {
            guard Self.known.contains(name) else { throw .invalidScope(name) }
            if !names.contains(name) { names.append(name) }
        }
        guard !names.isEmpty else { throw .invalidScope("") }
        self.names = names
    }

    /// The scope that an app has if it asks for none.
    package static let usual = AppScopes(stored: "read")

    /// The names of all scopes (Mastodon, "OAuth scopes").
    package static let known: Set<String> = {
        let things = [
            "accounts", "blocks", "bookmarks", "favourites", "filters", "follows", "lists", "mutes",
            "notifications", "search", "statuses",
        ]
        let reading = things.map { "read:\($0)" }
        let writing = (things + ["conversations", "media", "reports"])
            .filter { $0 != "search" }.map { "write:\($0)" }
        return Set(["read", "write", "follow", "push", "profile"] + reading + writing)
    }()

    /// What the scope "follow" includes.
    private static let follow: Set<String> = [
        "read:blocks", "read:follows", "read:mutes", "write:blocks", "write:follows", "write:mutes",
    ]

    /// Returns whether these scopes include one, such as "write:favourites" or "read".
    package func allow(_ scope: String) -> Bool {
        if names.contains(scope) { return true }
        if scope == "profile" { return names.contains("read") || names.contains("read:accounts") }
        guard let colon = scope.firstIndex(of: ":") else { return false }
        return names.contains(String(scope[..<colon]))
            || names.contains("follow") && Self.follow.contains(scope)
    }

    /// Returns whether these scopes include all of the given ones.
    package func include(_ other: AppScopes) -> Bool { other.names.allSatisfy(allow) }
}
