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
