import ArgumentParser
import TimelineCore

struct DraftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drafts",
        abstract: DeviceHelp.Drafts.abstract,
        discussion: DeviceHelp.Drafts.discussion,
        subcommands: [
            ListDraftsCommand.self, SignDraftsCommand.self, DiscardDraftsCommand.self,
        ],
        defaultSubcommand: ListDraftsCommand.self
    )
}

struct ListDraftsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: DeviceHelp.Drafts.listAbstract
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let list = DraftList(drafts: try await store.viewer().drafts().map(DraftView.init))
        try store.output.show(list) { layout in
            list.drafts.isEmpty
                ? layout.paragraph(DeviceText.noDrafts)
                : list.drafts.flatMap { $0.lines(in: layout) }
        }
    }
}

struct SignDraftsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: DeviceHelp.Drafts.signAbstract
    )

    @Argument(help: DeviceHelp.Drafts.id)
    var id: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let count = try await viewer.signDrafts(try await viewer.drafts().matching(id))
        try store.output.confirm(DeviceText.signedDrafts(count))
    }
}

struct DiscardDraftsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: DeviceHelp.Drafts.discardAbstract
    )

    @Argument(help: DeviceHelp.Drafts.id)
    var id: String?

    @Flag(name: .shortAndLong, help: DeviceHelp.yes)
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let ids = try await viewer.drafts().matching(id)
        let isConfirmed =
            try ids.isEmpty || yes || store.confirms(DeviceText.confirmDiscarding(ids.count))
        guard isConfirmed else { return try store.output.confirm(DeviceText.keptDrafts) }
        try await viewer.discardDrafts(ids)
        try store.output.confirm(DeviceText.discardedDrafts(ids.count))
    }
}

extension [PostDraft] {
    /// Returns the IDs of the drafts with an ID or short ID, or of all drafts without one.
    ///
    /// - Throws: `TimelineError.postNotFound` if there is no such draft.
    fileprivate func matching(_ id: String?) throws -> Set<Post.ID> {
        guard let id else { return Set(map(\.id)) }
        let matches = filter { $0.id.description == id || $0.id.shortID == id }
        guard !matches.isEmpty else { throw TimelineError.postNotFound(id) }
        return Set(matches.map(\.id))
    }
}

/// The output of `timeline drafts`.
private struct DraftList: Encodable {
    let drafts: [DraftView]
}

/// A draft, as shown in the output.
private struct DraftView: Encodable {
    let id: Post.ID
    let caption: String
    let photos: Int

    init(_ draft: PostDraft) {
        id = draft.id
        caption = draft.content.caption
        photos = draft.content.photos.count
    }

    func lines(in layout: TextLayout) -> [String] {
        let age = relativeTime(of: id.date, now: layout.now, in: layout.timeZone)
        let facts = [caption, countText(photos, "picture"), age].filter { !$0.isEmpty }
        return layout.entry(id.shortID, facts: facts.joined(separator: "  "))
    }
}
