import ArgumentParser
import TimelineCore

struct EditCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: PostHelp.Edit.abstract,
        discussion: PostHelp.Edit.discussion
    )

    @OptionGroup var post: PostArgument

    @Option(parsing: .unconditional, help: PostHelp.Edit.caption)
    var caption: String?

    @Option(parsing: .unconditionalSingleValue, help: PostHelp.Edit.alt)
    var alt: [String] = []

    @Option(parsing: .unconditional, help: PostHelp.Edit.place)
    var place: String?

    @Option(parsing: .unconditional, help: PostHelp.Share.position)
    var at: String?

    @Flag(name: .customLong("no-place"), help: PostHelp.Edit.noPlace)
    var removesPlace = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let setsPlace = place != nil || at != nil
        guard caption != nil || !alt.isEmpty || setsPlace || removesPlace else {
            throw ValidationError(PostText.nothingToEdit)
        }
        guard !setsPlace || !removesPlace else { throw ValidationError(PostText.placeOrNone) }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let position = try at.map { try Coordinate(parsing: $0) }
        try await store.change(post) { id, author in
            var edit = PostEdit(caption: try caption.map { try context.text($0) })
            if !alt.isEmpty, try await author.post(id).photos.count < alt.count {
                throw UsageError(PostText.tooManyDescriptions)
            }
            for (index, text) in alt.enumerated() { edit.alts[index] = text }
            if removesPlace { edit.place = .cleared }
            if place != nil || position != nil {
                let former = try await author.post(id).place
                edit.place = .set(
                    Place(name: place ?? former?.name, coordinate: position ?? former?.coordinate)
                )
            }
            return try await author.edit(id, edit)
        }
    }
}

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
