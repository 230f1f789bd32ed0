import ArgumentParser
import TimelineCore

struct TagCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: DiscoverHelp.Tag.abstract,
        discussion: DiscoverHelp.Tag.discussion
    )

    @Argument(help: DiscoverHelp.Tag.tag, completion: .tag)
    var tag: String

    @OptionGroup var page: PostPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let tag = try Tag(tag)
        let reader = try await store.reader()
        let page = try await reader.posts(
            tagged: tag,
            before: try await page.cursor(for: store.guest),
            limit: store.pageSize(page.limit)
        )
        let empty =
            self.page.before == nil
            ? DiscoverText.noPosts(tagged: "\(tag)") : PageText.noOlderPosts
        try await store.show(
            page,
            limit: self.page.limit,
            reading,
            empty: empty,
            end: PageText.noOlderPosts,
            arguments: ["tag", tag.name]
        )
    }
}

struct TagsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: DiscoverHelp.Tags.abstract
    )

    @Option(parsing: .unconditional, help: DiscoverHelp.Tags.prefix, completion: .tag)
    var prefix = ""

    @Option(parsing: .unconditional, help: PageText.tagLimit)
    var limit = 20

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let tags = try await store.reader().tags(startingWith: prefix, limit: limit)
        try store.output.show(TagList(tags: tags)) { layout in
            tags.isEmpty ? layout.paragraph(empty) : tags.map { layout.listed($0) }
        }
    }

    private var empty: String {
        prefix.isEmpty ? DiscoverText.noTags : DiscoverText.noTags(prefix: prefix)
    }
}

/// The output of `timeline tags`.
private struct TagList: Encodable {
    let tags: [TagCount]
}

struct MentionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mentions",
        abstract: DiscoverHelp.Mentions.abstract
    )

    @Argument(help: DiscoverHelp.Mentions.user, completion: .username)
    var user: String?

    @OptionGroup var page: ResultPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.user(withUsername: self.user)
        let reader = try await store.reader()
        let username = self.user == nil ? [] : [user.username]
        try await store.showResults(
            page,
            reading,
            empty: empty(user),
            ["mentions"] + username + page.arguments + reading.arguments
        ) {
            try await reader.mentions(of: user.id, after: $0, limit: $1)
        }
    }

    private func empty(_ user: User) -> String {
        page.after == nil
            ? DiscoverText.noMentions(of: user.username) : PageText.noMoreResults
    }
}
