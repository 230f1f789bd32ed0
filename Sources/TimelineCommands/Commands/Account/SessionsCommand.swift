import ArgumentParser
import Foundation
import TimelineCore

struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List your sessions, or end some.",
        subcommands: [ListSessionsCommand.self, RevokeSessionsCommand.self],
        defaultSubcommand: ListSessionsCommand.self
    )
}

struct ListSessionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your sessions (the default)."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let sessions = try await viewer.sessions()
        let list = SessionList(
            sessions: sessions.map { SessionView($0, isCurrent: $0.id == viewer.id) }
        )
        try store.output.show(list) { layout in list.sessions.map { $0.line(in: layout) } }
    }
}

struct RevokeSessionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End sessions: one by its name, or all others."
    )

    @Argument(help: "The name of a session, as `timeline sessions` lists it.")
    var session: String?

    @Flag(name: .customLong("others"), help: "End all sessions but this one.")
    var isOthers = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (session == nil) == isOthers else {
            throw ValidationError("Give either the name of a session or --others.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        guard let session else {
            try await viewer.revokeOtherSessions()
            return try store.output.confirm("All your other sessions have ended.")
        }
        let found = try await viewer.sessions()
            .first { $0.id.shortID == session }
        guard let found else {
            throw CommandError.sessionNotFound(session)
        }
        try await viewer.revoke(found.id)
        try store.output.confirm("The session \(session) has ended.")
    }
}

/// The sessions of a user, as they are printed.
private struct SessionList: Encodable {
    let sessions: [SessionView]
}

/// A session, as it is printed.
private struct SessionView: Encodable {
    let id: String
    let label: String
    let createdAt: Date
    let lastUsedAt: Date
    let isCurrent: Bool

    init(_ session: Session, isCurrent: Bool) {
        id = session.id.shortID
        label = session.label
        createdAt = session.createdAt
        lastUsedAt = session.lastUsedAt
        self.isCurrent = isCurrent
    }

    func line(in layout: TextLayout) -> String {
        let age = relativeTime(of: lastUsedAt, now: layout.now, in: layout.timeZone)
        let mark = isCurrent ? "  (this one)" : ""
        let facts = "\(label.terminalSafe), last used \(age)\(mark)"
        return layout.style.bold(id) + "  " + facts.truncated(to: layout.width - id.count - 2)
    }
}
