import ArgumentParser
import Foundation
import TimelineCore

struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: AccountHelp.Sessions.abstract,
        subcommands: [ListSessionsCommand.self, RevokeSessionsCommand.self],
        defaultSubcommand: ListSessionsCommand.self
    )
}

struct ListSessionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: AccountHelp.Sessions.listAbstract
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let sessions = try await viewer.sessions()
        let list = SessionList(
            sessions: sessions.map { SessionView($0, isCurrent: $0.id == viewer.id) }
        )
        try store.output.show(list) { layout in list.sessions.flatMap { $0.lines(in: layout) } }
    }
}

struct RevokeSessionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: AccountHelp.Sessions.revokeAbstract
    )

    @Argument(help: AccountHelp.Sessions.session)
    var session: String?

    @Flag(name: .customLong("others"), help: AccountHelp.Sessions.others)
    var endsOthers = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (session == nil) == endsOthers else {
            throw ValidationError(AccountText.sessionOrOthers)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        guard let session else {
            try await viewer.revokeOtherSessions()
            return try store.output.confirm(AccountText.endedOtherSessions)
        }
        guard let id = try await viewer.sessions().map(\.id).first(where: { $0.shortID == session })
        else { throw CommandError.sessionNotFound(session) }
        try await viewer.revoke(id)
        try store.output.confirm(AccountText.endedSession(session))
    }
}

/// The output of `timeline sessions`.
private struct SessionList: Encodable {
    let sessions: [SessionView]
}

/// A session, as shown in the output.
private struct SessionView: Encodable {
    let id: String
    let label: String
    let createdAt: Date
    let lastUsedAt: Date
    let isCurrent: Bool
    let scopes: String?

    init(_ session: Session, isCurrent: Bool) {
        id = session.id.shortID
        label = session.label
        createdAt = session.createdAt
        lastUsedAt = session.lastUsedAt
        scopes = session.scopes
        self.isCurrent = isCurrent
    }

    func lines(in layout: TextLayout) -> [String] {
        let age = relativeTime(of: lastUsedAt, now: layout.now, in: layout.timeZone)
        let app = scopes.map(AccountText.appScopes) ?? ""
        let facts =
            app + AccountText.lastUse(age) + (isCurrent ? "  " + AccountText.currentSession : "")
        return layout.entry(id, facts: label + facts)
    }
}
