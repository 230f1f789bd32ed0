import ArgumentParser
import TimelineCore

/// The page of a list of posts.
struct PostPageOptions: ParsableArguments {
    static let defaultLimit = 20

    @Option(help: PageText.postLimit)
    var limit = Self.defaultLimit

    @Option(help: PageText.before)
    var before: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Resolves the ID of the post that precedes the page.
    ///
    /// - Throws: ``TimelineError`` for an invalid or unknown ID.
    func cursor(for guest: Guest) async throws -> Post.ID? {
        guard let before else { return nil }
        return try await guest.cursor(matching: before)
    }

    /// The arguments that select pages of the same size.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}

/// The page of a list of search results.
struct ResultPageOptions: ParsableArguments {
    static let defaultLimit = 20

    @Option(help: PageText.resultLimit)
    var limit = Self.defaultLimit

    @Option(help: PageText.afterResult)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Parses the cursor that precedes the page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    func cursor() throws -> SearchCursor? {
        guard let after else { return nil }
        guard let cursor = SearchCursor(after) else { throw TimelineError.invalidCursor(after) }
        return cursor
    }

    /// The arguments that select pages of the same size.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}

/// The page of a list of users.
struct UserPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(help: PageText.userLimit)
    var limit = Self.defaultLimit

    @Option(help: PageText.afterUser)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// The username that precedes the page, as displayed.
    var cursor: String? { after.map { Username.normalized($0) } }
}

/// Rejects a `--limit` outside the bounds that all lists share.
///
/// - Throws: a usage error.
func checkLimit(_ limit: Int) throws {
    guard (1...1000).contains(limit) else { throw ValidationError(ErrorText.limitOutOfRange) }
}
