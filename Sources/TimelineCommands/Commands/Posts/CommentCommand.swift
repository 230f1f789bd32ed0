import ArgumentParser
import TimelineCore

struct CommentCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: PostHelp.Comment.abstract,
        discussion: PostHelp.Comment.discussion
    )

    @OptionGroup var post: PostArgument

    @Argument(help: PostHelp.Comment.text)
    var text: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let id = try await viewer.postID(matching: post.id)
        let comment = try await withText(in: context) { try await viewer.comment(on: id, $0) }
        try store.output.show(comment) { $0.whole(comment) }
    }

    /// Calls a closure with the text of the comment, which the user writes in an editor if it is
    /// missing.
    private func withText(
        in context: CommandContext,
        _ save: (String) async throws -> CommentView
    ) async throws -> CommentView {
        if let text { return try await save(context.text(text)) }
        guard context.console.isInteractive else { throw UsageError(PostText.textRequired) }
        return try await TextEditor(variables: context.variables)
            .edit("", note: PromptText.commentNote, save: save)
    }
}
