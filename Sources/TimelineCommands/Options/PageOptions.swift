import ArgumentParser
import TimelineCore

/// The options that select a page of posts.
struct PostPageOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: PageText.postLimit)
    var limit: Int?

    @Option(help: PageText.before, completion: .post)
    var before: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Returns the ID of the post after which the page starts, or `nil` for the first page.
    ///
    /// - Throws: A ``TimelineError`` if the ID is invalid or unknown.
    func cursor(for guest: Guest) async throws -> Post.ID? {
        guard let before else { return nil }
        return try await guest.cursor(matching: before)
    }

    /// The arguments that select the same page size in another command.
    var arguments: [String] { limit.map { ["--limit", "\($0)"] } ?? [] }
}

/// The options that select a page of search results.
struct ResultPageOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: PageText.resultLimit)
    var limit: Int?

    @Option(help: PageText.afterResult)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Returns the cursor after which the page starts, or `nil` for the first page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)`` if the cursor cannot be parsed.
    func cursor() throws -> SearchCursor? {
        try after.map(SearchCursor.init(parsing:))
    }

    /// The arguments that select the same page size in another command.
    var arguments: [String] { limit.map { ["--limit", "\($0)"] } ?? [] }
}

/// The options that select a page of users.
struct UserPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(parsing: .unconditional, help: PageText.userLimit)
    var limit = Self.defaultLimit

    @Option(help: PageText.afterUser, completion: .username)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// The normalized username after which the page starts, or `nil` for the first page.
    var cursor: String? { after.map { Username.normalized($0) } }
}

/// Rejects a `--limit` outside the bounds that apply to all lists.
///
/// - Throws: A `ValidationError` if the limit is not between 1 and 1000.
func checkLimit(_ limit: Int?) throws {
    guard limit.map((1...1000).contains) ?? true else {
        throw ValidationError(ErrorText.limitOutOfRange)
    }
}
