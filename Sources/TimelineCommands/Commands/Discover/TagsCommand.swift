import ArgumentParser
import TimelineCore

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
