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
        let cursor = try self.page.cursor()
        let limit = store.pageSize(self.page.limit)
        var page = try await viewer.activity(after: cursor, limit: limit)
        if self.page.limit == nil, !self.page.isPaged {
            // A group can contain items from all of the page, so a shorter page is read again.
            let count = store.fittingCount(of: page.items.count) { count, layout in
                layout.activity(page.prefix(count), empty: empty)
            }
            if count < page.items.count {
                page = try await viewer.activity(after: cursor, limit: count)
            }
        }
        try await store.paging(self.page.isPaged) { [page] output in
            try output.show(page) { layout in
                layout.nextPage(of: page, arguments: ["activity"] + self.page.arguments)
            } text: { layout in
                layout.activity(page, empty: empty)
            }
        }
        try await store.markShown(page, to: viewer)
    }

    private var empty: String {
        page.after == nil ? ActivityText.empty : ActivityText.noOlder
    }
}

/// The options that select a page of activity.
struct ActivityPageOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ActivityHelp.limit)
    var limit: Int?

    @Option(help: ActivityHelp.after)
    var after: String?

    @Flag(name: .customLong("pager"), help: PageText.textPager)
    var isPaged = false

    func validate() throws {
        try checkLimit(limit)
    }

    /// Returns the cursor after which the page starts, or `nil` for the first page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)`` if the cursor cannot be parsed.
    func cursor() throws -> ActivityCursor? {
        try after.map(ActivityCursor.init(parsing:))
    }

    /// The arguments that select the same page size and display in another command.
    var arguments: [String] {
        (limit.map { ["--limit", "\($0)"] } ?? []) + (isPaged ? ["--pager"] : [])
    }
}

extension ActivityPage {
    /// Returns a page of the first items, with the cursor of the whole page.
    fileprivate func prefix(_ count: Int) -> ActivityPage {
        ActivityPage(Array(items.prefix(count)), next: next, after: previous, epoch: epoch)
    }
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
        let comments = group.items.compactMap(\.comment)
            .flatMap { comment in
                excerpt("@\(comment.author.username): \(comment.text)", indent: 2)
            }
        guard let caption = group.post?.caption, comments.isEmpty, !caption.isEmpty else {
            return heading(of: group) + comments
        }
        return heading(of: group) + excerpt(caption, indent: 2)
    }

    /// Formats the sentence, the age and the ID of the post, on several lines if they do not fit.
    private func heading(of group: ActivityGroup) -> [String] {
        let names = ActivityText.names(group.users.map { "@\($0.username)" })
        let sentence = ActivityText.sentence(
            group.kind,
            inComment: group.items.contains { $0.comment != nil }
        )
        let age = "  " + relativeTime(of: group.createdAt, now: now, in: timeZone)
        var parts: [(text: String, style: (String) -> String)] = []
        if group.isNew { parts.append((ActivityText.newMark, { style.bold($0) })) }
        let url = group.users.count == 1 ? group.users.first?.url : nil
        parts.append((names, { style.username($0, url: url) }))
        parts.append((sentence, { $0 }))
        let id = (text: group.post?.id.shortID ?? "", style: { style.dim($0) })
        let room = width - id.text.displayWidth - 1
        let text = parts.map(\.text).joined()
        if !isTerminal || (text + age).displayWidth <= room {
            return [line(parts + [(age, { style.dim($0) })], right: id)]
        }
        if text.displayWidth <= room { return [line(parts, right: id), style.dim(age)] }
        let lines = text.wrapped(to: room)
        return [line([(lines[0], { $0 })], right: id)] + lines.dropFirst().map { "  " + $0 }
            + [style.dim(age)]
    }
}
