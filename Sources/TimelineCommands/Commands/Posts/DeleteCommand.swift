import ArgumentParser
import TimelineCore

struct DeleteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: PostHelp.Delete.abstract,
        discussion: PostHelp.Delete.discussion
    )

    @Argument(help: PostHelp.Delete.id, completion: .post)
    var id: String

    @Flag(name: .shortAndLong, help: PostHelp.Delete.yes)
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        switch try await viewer.item(matching: id) {
        case .post(let id):
            let post = try await viewer.post(id)
            let question = PostText.confirmDeletion(
                of: id.shortID,
                photos: post.photos.count,
                comments: post.commentCount,
                likes: post.likeCount
            )
            guard try post.author.id != viewer.userID || confirms(question, in: store) else {
                return try store.output.confirm(PostText.notDeleted(id.shortID))
            }
            try await viewer.delete(id)
            try store.output.confirm(PostText.deletedPost(id.shortID))
        case .comment(let id):
            guard try confirms(PostText.confirmDeletion(ofComment: id.shortID), in: store) else {
                return try store.output.confirm(PostText.notDeleted(id.shortID))
            }
            try await viewer.delete(id)
            try store.output.confirm(PostText.deletedComment(id.shortID))
        }
    }

    private func confirms(_ question: String, in store: OpenStore) throws -> Bool {
        try yes || store.confirms(question)
    }
}
