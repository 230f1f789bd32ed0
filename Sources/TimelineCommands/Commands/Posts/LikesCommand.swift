import ArgumentParser
import TimelineCore

struct LikesCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "likes",
        abstract: PostHelp.Like.listAbstract
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let reader = try await store.reader()
        let id = try await reader.post(reader.postID(matching: post.id)).id
        let query = UserQuery(.likers(of: id), after: page.cursor, limit: page.limit)
        try await store.show(
            query,
            empty: PostText.nobodyLikes,
            arguments: ["likes", id.shortID]
        )
    }
}
