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
        let viewer = try await store.viewer()
        let void = try await viewer.voidRecords()
        let list = DraftList(
            drafts: try await viewer.drafts().map(DraftView.init),
            void: void.values.reduce(0, +)
        )
        try store.output.show(list) { layout in
            (list.drafts.isEmpty
                ? layout.paragraph(DeviceText.noDrafts)
                : list.drafts.flatMap { $0.lines(in: layout) })
                + (DeviceText.void(void).map { [""] + layout.paragraph($0) } ?? [])
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

    @Flag(name: .shortAndLong, help: DeviceHelp.yes)
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let all = try await viewer.drafts().matching(id)
        let drafts = all.filter { $0.effect != .nothing }
        guard !drafts.isEmpty else {
            let text = all.isEmpty ? DeviceText.noDrafts : DeviceText.nothingToSign
            return try store.output.confirm(text)
        }
        if !yes {
            let layout = store.output.layout
            for line in drafts.flatMap({ DraftView($0).lines(in: layout) }) {
                context.console.writeError(line + "\n")
            }
            let question = DeviceText.confirmSigning(drafts.count)
            guard try store.confirmsAtTerminal(question) else {
                return try store.output.confirm(DeviceText.keptDrafts)
            }
        }
        let count = try await viewer.signDrafts(Set(drafts.map(\.id)))
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
        let drafts = try await viewer.drafts().matching(id)
        let isConfirmed =
            try drafts.isEmpty || yes
            || store.confirms(DeviceText.confirmDiscarding(drafts.count))
        guard isConfirmed else { return try store.output.confirm(DeviceText.keptDrafts) }
        try await viewer.discardDrafts(id == nil ? nil : Set(drafts.map(\.id)))
        try store.output.confirm(
            drafts.isEmpty ? DeviceText.noDrafts : DeviceText.discardedDrafts(drafts.count)
        )
    }
}

extension [PostDraft] {
    /// Returns the drafts with an ID or short ID, or all drafts without one.
    ///
    /// - Throws: `TimelineError.postNotFound` if there is no such draft.
    fileprivate func matching(_ id: String?) throws -> [PostDraft] {
        guard let id else { return self }
        let matches = filter { $0.id.description == id || $0.id.shortID == id }
        guard !matches.isEmpty else { throw TimelineError.postNotFound(id) }
        return matches
    }
}

/// The output of `timeline drafts`.
private struct DraftList: Encodable {
    let drafts: [DraftView]
    /// The number of other changes that became void and are not kept.
    let void: Int
}

/// A draft, as shown in the output.
private struct DraftView: Encodable {
    let id: Post.ID
    let caption: String
    let photos: Int
    let effect: PostDraft.Effect

    init(_ draft: PostDraft) {
        id = draft.id
        caption = draft.content.caption
        photos = draft.content.photos.count
        effect = draft.effect
    }

    func lines(in layout: TextLayout) -> [String] {
        let age = relativeTime(of: id.date, now: layout.now, in: layout.timeZone)
        let note =
            switch effect {
            case .post: ""
            case .edit: DeviceText.edit
            case .nothing: DeviceText.noEffect
            }
        let facts = [caption, countText(photos, "picture"), age, note].filter { !$0.isEmpty }
        return layout.entry(id.shortID, facts: facts.joined(separator: "  "))
    }
}
