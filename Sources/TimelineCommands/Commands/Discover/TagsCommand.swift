import ArgumentParser
import TimelineCore

struct TagsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "List the tags, those of most posts first."
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only those that begin with this.", valueName: "text")
    )
    var prefix = ""

    @Option(help: ArgumentHelp("How many tags, 1 to 1000.", valueName: "count"))
    var limit = 20

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let tags = try await store.guest.tags(startingWith: prefix, limit: limit)
        try store.output.show(TagList(tags: tags)) { layout in
            let empty = prefix.isEmpty ? "There are no tags yet." : "No tag begins with that."
            return tags.isEmpty ? layout.paragraph(empty) : tags.map { layout.listed($0) }
        }
    }
}

/// Tags, as they are printed.
struct TagList: Encodable {
    let tags: [TagCount]
}
