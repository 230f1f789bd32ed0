import ArgumentParser
import TimelineCore

struct ActivityCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: ActivityHelp.abstract,
        discussion: ActivityHelp.discussion
    )

    @OptionGroup var page: ActivityPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let page = try await viewer.activity(after: self.page.cursor(), limit: self.page.limit)
        try store.output.show(page) { layout in
            layout.nextPage(of: page, arguments: ["activity"] + self.page.arguments)
        } text: { layout in
            layout.activity(page, empty: empty)
        }
        try await store.markShown(page, to: viewer)
    }

    private var empty: String {
        page.after == nil ? ActivityText.empty : ActivityText.noOlder
    }
}

/// The options that select a page of activity.
struct ActivityPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(parsing: .unconditional, help: ActivityHelp.limit)
    var limit = Self.defaultLimit

    @Option(help: ActivityHelp.after)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Returns the cursor after which the page starts, or `nil` for the first page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)`` if the cursor cannot be parsed.
    func cursor() throws -> ActivityCursor? {
        try after.map(ActivityCursor.init(parsing:))
    }

    /// The arguments that select the same page size in another command.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}

extension TextLayout {
    /// Formats a page of activity as groups.
    ///
    /// - Parameters:
    ///   - page: The page of activity.
    ///   - empty: The text to show if the page is empty.
    /// - Returns: The lines of text.
    func activity(_ page: ActivityPage, empty: String) -> [String] {
        guard !page.items.isEmpty else { return paragraph(empty) }
        return page.groups(in: timeZone).flatMap { listed($0) + [""] }
    }

    /// Formats the command that shows the next page of activity.
    func nextPage(of page: ActivityPage, arguments: [String]) -> [String] {
        guard !page.items.isEmpty else { return [] }
        let cursor = page.next.map { ["--after", $0.description] }
        return nextPage(cursor, arguments: arguments, end: ActivityText.noOlder)
    }

    /// Formats a sentence about a group, followed by its comments or the caption of its post.
    private func listed(_ group: ActivityGroup) -> [String] {
        let names = ActivityText.names(group.users.map { "@\($0.username)" })
        let sentence = ActivityText.sentence(
            group.kind,
            inComment: group.items.contains { $0.comment != nil }
        )
        let age = relativeTime(of: group.createdAt, now: now, in: timeZone)
        var parts: [(String, (String) -> String)] = []
        if group.isNew { parts.append((ActivityText.newMark, { style.bold($0) })) }
        let url = group.users.count == 1 ? group.users.first?.url : nil
        parts.append((names, { style.username($0, url: url) }))
        parts.append((sentence, { $0 }))
        parts.append(("  \(age)", { style.dim($0) }))
        let heading = line(
            parts,
            right: (group.post?.id.shortID ?? "", { style.dim($0) })
        )
        let comments = group.items.compactMap(\.comment)
            .flatMap { comment in
                excerpt("@\(comment.author.username): \(comment.text)", indent: 2)
            }
        guard let caption = group.post?.caption, comments.isEmpty, !caption.isEmpty else {
            return [heading] + comments
        }
        return [heading] + excerpt(caption, indent: 2)
    }
}
