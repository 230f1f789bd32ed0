#if Server
import ArgumentParser
import Foundation
import TimelineCore
import TimelineServer

struct ServeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: ServeHelp.abstract,
        discussion: ServeHelp.discussion
    )

    @Option(parsing: .unconditional, help: ServeHelp.port)
    var port = ServerSettings.usualPort

    @Option(help: ServeHelp.host)
    var host: String?

    @Option(help: ServeHelp.tlsCert, completion: .file())
    var tlsCert: String?

    @Option(help: ServeHelp.tlsKey, completion: .file())
    var tlsKey: String?

    @Flag(help: ServeHelp.insecure)
    var insecure = false

    @Flag(name: .customLong("public"), help: ServeHelp.isPublic)
    var isPublic = false

    @Flag(help: ServeHelp.signUp)
    var signUp = false

    @Flag(help: ServeHelp.open)
    var open = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError(ServeText.portOutOfRange) }
        guard host?.isEmpty != true else { throw ValidationError(ServeText.emptyHost) }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError(ServeText.incompleteCertificate)
        }
        guard tlsCert == nil || !insecure else {
            throw ValidationError(ServeText.contradictingCertificate)
        }
    }

    func run(in context: CommandContext) async throws {
        // Before a store is created.
        try settings.check()
        let store = try await openStore(in: context)
        try await store.serve(
            settings,
            notes: settings.isLoopback ? [] : [ServeText.reachable],
            opening: open
        )
    }

    /// Opens the store, and creates the default store if it is missing, so that the first user can
    /// sign up in the browser.
    ///
    /// A mistyped path does not create a new store, unless `--sign-up` permits sign-ups.
    private func openStore(in context: CommandContext) async throws -> OpenStore {
        guard global.store == nil || signUp else { return try await context.openStore(global) }
        return try await context.createStore(in: context.storeFolder(global), options: global)
    }

    private var settings: ServerSettings {
        var settings = ServerSettings()
        settings.port = port
        if let host { settings.host = host }
        if let tlsCert, let tlsKey {
            settings.tls = TLSFiles(
                certificate: URL(filePath: tlsCert),
                key: URL(filePath: tlsKey)
            )
        }
        settings.isInsecure = insecure
        settings.isPublic = isPublic
        settings.opensSignUp = signUp
        return settings
    }
}
#endif
