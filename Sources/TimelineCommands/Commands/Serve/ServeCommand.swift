#if Server
import ArgumentParser
import Foundation
import TimelineCore
import TimelineServer

/// The commands that need the trait `Server` of the package.
enum ServeCommands {
    static var all: [any ParsableCommand.Type] { [ServeCommand.self] }
}

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

    @Option(help: ServeHelp.url)
    var url: String?

    @Option(parsing: .unconditional, help: ServeHelp.callLimit)
    var callLimit: Int?

    @Option(help: ServeHelp.proxy)
    var proxy: [String] = []

    @Option(help: ServeHelp.metrics)
    var metrics: String?

    @Option(parsing: .unconditional, help: ServeHelp.drain)
    var drain = 0

    @Flag(name: .customLong("public"), help: ServeHelp.isPublic)
    var isPublic = false

    @Flag(help: ServeHelp.signUp)
    var signUp = false

    @Flag(help: ServeHelp.open)
    var open = false

    @Flag(name: .customLong("verbose"), help: ServeHelp.verbose)
    var isVerbose = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError(ServeText.portOutOfRange) }
        guard host?.isEmpty != true else { throw ValidationError(ServeText.emptyHost) }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError(ServeText.incompleteCertificate)
        }
        guard url == nil || publicURL != nil else { throw ValidationError(ServeText.invalidURL) }
        guard callLimit ?? 0 >= 0 else { throw ValidationError(ServeText.negativeLimit) }
        guard proxy.allSatisfy(ServerSettings.isAddress) else {
            throw ValidationError(ServeText.invalidProxy)
        }
        guard proxy.isEmpty || url != nil else { throw ValidationError(ServeText.proxyWithoutURL) }
        guard metrics == nil || metricsAddress != nil else {
            throw ValidationError(ServeText.invalidMetrics)
        }
        guard (0...600).contains(drain) else { throw ValidationError(ServeText.drainOutOfRange) }
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
            notes: notes(settings),
            opening: open,
            logsRequests: isVerbose
        )
    }

    /// Says who can connect, unless only this machine can.
    private func notes(_ settings: ServerSettings) -> [String] {
        guard !settings.isPrivate else { return [] }
        return [settings.isLoopback ? ServeText.proxied : ServeText.reachable]
    }

    /// Opens the store, and creates the default store if it is missing, so that the first user can
    /// sign up in the browser.
    ///
    /// A mistyped path does not create a new store, unless `--sign-up` permits sign-ups.
    private func openStore(in context: CommandContext) async throws -> OpenStore {
        guard global.store == nil || signUp else { return try await context.openStore(global) }
        return try await context.createStore(in: context.storeFolder(global), options: global)
    }

    /// The address of the reverse proxy, or `nil` if it is not one.
    private var publicURL: URL? {
        guard let url, let components = URLComponents(string: url),
            ["http", "https"].contains(components.scheme), components.host?.isEmpty == false,
            ["", "/"].contains(components.path), components.query == nil,
            components.fragment == nil, components.user == nil
        else { return nil }
        return components.url
    }

    private var metricsAddress: MetricsAddress? { metrics.flatMap { MetricsAddress($0) } }

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
        settings.publicURL = publicURL
        if let callLimit { settings.callLimit = callLimit }
        settings.proxies = proxy
        settings.metrics = metricsAddress
        settings.drainTime = drain
        settings.isPublic = isPublic
        settings.opensSignUp = signUp
        return settings
    }
}

extension OpenStore {
    /// Serves the store until the process receives a signal to stop, and prints the address.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server.
    ///   - notes: Paragraphs to print after the address.
    ///   - isOpening: Whether to open the browser.
    ///   - logsRequests: Whether to log each request.
    /// - Throws: `ServerError` if the server cannot start, or `TimelineError.storageFailed` if the
    ///   disk was not writable when the store was opened.
    func serve(
        _ settings: ServerSettings,
        notes: [String] = [],
        opening isOpening: Bool,
        logsRequests: Bool = false
    ) async throws {
        try context.repositories.requireLasting()
        try await BlockingExecutor(width: 1)
            .run { [repositories = context.repositories] in
                try repositories.checkAccess()
            }
        let server = WebServer(
            owner: owner,
            renditions: renditions.cache(),
            uploads: folder.uploads,
            incoming: folder.incoming,
            settings: settings,
            probe: StoreProbe { [repositories = context.repositories] in
                repositories.retryCount
            } check: { [repositories = context.repositories] in
                try repositories.checkAccess()
            },
            machine: hostName(),
            logsRequests: logsRequests
        )
        try await server.run { url in
            // Errors from printing are ignored, because the server should run even if its output is
            // closed.
            try? output.show(["url": url.absoluteString]) { layout in
                ([ServeText.listening(url.absoluteString), ServeText.apps] + notes)
                    .flatMap { layout.paragraph($0) }
            }
            if isOpening { await SystemViewer.open(url) }
        }
    }
}

extension ServerError: ReportableError {
    var hint: String? { nil }

    /// The exit status: `EX_USAGE` if the options must be changed, `EX_UNAVAILABLE` if this
    /// build lacks TLS, or `EX_IOERR` if the system rejects the request.
    var exitCode: Int32 {
        switch self {
        case .unprotected, .unprotectedProxy: 64
        case .tlsUnavailable: 69
        case .certificateUnusable, .portInUse, .metricsPortInUse, .portForbidden,
            .addressUnusable:
            74
        }
    }
}

/// The option of `timeline demo` that needs the trait `Server`.
struct DemoServing: ParsableArguments {
    @Flag(name: .customLong("serve"), help: ServeHelp.demo)
    var isRequested = false

    /// Serves the store to browsers, on a different port if the default one is in use.
    func serve(_ store: OpenStore, notes: [String]) async throws {
        var settings = ServerSettings()
        do {
            try await store.serve(settings, notes: notes, opening: false)
        } catch ServerError.portInUse {
            settings.port = 0
            try await store.serve(settings, notes: notes, opening: false)
        }
    }
}
#else
import ArgumentParser

enum ServeCommands {
    static var all: [any ParsableCommand.Type] { [] }
}

struct DemoServing: ParsableArguments {
    var isRequested: Bool { false }

    func serve(_ store: OpenStore, notes: [String]) async throws {}
}
#endif
