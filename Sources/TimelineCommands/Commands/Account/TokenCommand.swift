import ArgumentParser
import TimelineCore

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: AccountHelp.Token.abstract,
        subcommands: [CreateTokenCommand.self]
    )
}

struct CreateTokenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: AccountHelp.Token.createAbstract,
        discussion: AccountHelp.Token.createDiscussion
    )

    @Option(help: AccountHelp.Token.name)
    var name: String

    @Option(parsing: .singleValue, help: AccountHelp.Token.scope)
    var scope: [String] = []

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let scopes =
            scope.isEmpty ? .usual : try AppScopes(parsing: scope.joined(separator: " "))
        let store = try await context.openStore(global)
        let token = try await store.viewer().createToken(name: name, scopes: scopes)
        let view = TokenView(token: token.urlText, name: name, scopes: scopes.text)
        try store.output.show(view) { _ in [view.token] }
    }
}

/// The output of `timeline token create`.
private struct TokenView: Encodable {
    let token: String
    let name: String
    let scopes: String
}
