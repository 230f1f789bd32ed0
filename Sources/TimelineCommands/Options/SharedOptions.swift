import ArgumentParser
import TimelineCore

/// The options that all commands accept.
struct GlobalOptions: ParsableArguments {
    @Option(help: ProgramText.store, completion: .directory)
    var store: String?

    #if Cluster
    @Option(help: ProgramText.photos)
    var photos: String?
    #else
    /// Photos are in the folder of the store.
    var photos: String? { nil }
    #endif

    @Option(help: ProgramText.format)
    var format: OutputFormat = .text

    /// The options that select the store, and their values, which suggested commands repeat.
    var storeOptions: [String] {
        [("--store", store), ("--photos", photos)]
            .flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    func validate() throws {
        guard store?.isEmpty != true else { throw ValidationError(ErrorText.emptyStorePath) }
        guard store.map(ServerAddress.containsPassword) != true else {
            throw ValidationError(ErrorText.passwordInAddress)
        }
    }
}

/// The option that selects the source of passwords: a prompt or standard input.
///
/// Passwords are never arguments, because other users of the machine could see them.
struct PasswordOption: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: AccountHelp.Password.fromInput)
    var isFromInput = false
}

/// The options for the text fields of a profile.
struct ProfileOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: PeopleHelp.Profile.name)
    var name: String?

    @Option(parsing: .unconditional, help: PeopleHelp.Profile.bio)
    var bio: String?

    @Option(help: PeopleHelp.Profile.url)
    var url: String?

    /// Whether any of the options is present.
    var isUsed: Bool { [name, bio, url].contains { $0 != nil } }
}

/// The username argument of a command.
struct UserArgument: ParsableArguments {
    @Argument(help: PeopleHelp.optionalUser, completion: .username)
    var user: String?
}

/// The post argument of a command.
struct PostArgument: ParsableArguments {
    @Argument(help: PostHelp.post, completion: .post)
    var post: String

    /// The full or short ID of the post.
    var id: String { post }
}

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

/// The options that all commands with lists of posts accept.
struct ReadingOptions: ParsableArguments {
    @OptionGroup var images: ImageOptions

    @Flag(name: .customLong("pager"), help: PageText.pager)
    var isPaged = false

    /// The arguments that select the same display in another command.
    var arguments: [String] {
        (images.images == .auto ? [] : ["--images", images.images.rawValue])
            + (isPaged ? ["--pager"] : [])
    }
}

/// The option that all commands with pictures accept.
struct ImageOptions: ParsableArguments {
    @Option(help: ProgramText.images)
    var images: ImageChoice = .auto
}

/// The options of the imports that report each entry.
struct ImportOptions: ParsableArguments {
    @Flag(help: ImportHelp.dryRun)
    var dryRun = false

    @Option(help: ImportHelp.report, completion: .file())
    var report: String?

    func validate() throws { try requirePath(report) }
}

/// Checks that a path is not empty.
///
/// An empty path, such as that of an unset variable of the shell, would select the current folder.
///
/// - Throws: A `ValidationError` for an empty path.
func requirePath(_ path: String?) throws {
    guard path?.isEmpty != true else { throw ValidationError(ErrorText.emptyPath) }
}
