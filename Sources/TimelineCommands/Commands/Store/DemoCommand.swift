import ArgumentParser
import Foundation
import TimelineCore

struct DemoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: StoreHelp.Demo.abstract,
        discussion: StoreHelp.Demo.discussion(username: DemoAccounts.guest)
    )

    /// The number of posts that the demo shows.
    private static let postCount = 5

    @OptionGroup var images: ImageOptions

    @OptionGroup var serving: DemoServing

    @Option(help: StoreHelp.Demo.store, completion: .directory)
    var store: String?

    #if Cluster
    @Option(help: ProgramText.photos)
    var photos: String?
    #endif

    @Option(help: ProgramText.format)
    var format: OutputFormat = .text

    /// The options that all commands accept.
    ///
    /// The demo declares them itself, because its store has a default of its own.
    private var global: GlobalOptions {
        var options = GlobalOptions()
        options.store = store
        #if Cluster
        options.photos = photos
        #endif
        options.format = format
        return options
    }

    func validate() throws {
        try global.validate()
    }

    func run(in context: CommandContext) async throws {
        let folder =
            try store == nil ? Self.temporaryFolder() : context.storeFolder(global)
        guard try folder.server != nil || folder.isVacant else {
            throw UsageError(SeedText.notEmpty(folder.url.path))
        }
        // Without the demo data, no store is created.
        let seeds = try SeedFolder(near: context.executable)
        let store = try await context.createStore(in: folder, options: global)
        if let server = folder.server, try await !store.guest.users(UserQuery(limit: 1)).isEmpty {
            throw UsageError(SeedText.notEmpty(server.database))
        }
        _ = try await store.loadDemo(in: context)
        if serving.isRequested { return try await showInBrowser(store) }
        let login = try await store.guest.logIn(
            email: DemoAccounts.email(of: DemoAccounts.guest),
            password: Password(DemoAccounts.password),
            label: context.sessionLabel
        )
        try await store.begin(login)
        let archive = DemoArchive(url: folder.demoArchive)
        try archive.write(seeds.pictures(DemoArchive.pictureCount))
        let page = try await login.session.timeline(limit: Self.postCount)
        let list = PostList(page.posts, limit: Self.postCount, empty: "")
        let name = folder.server?.database ?? folder.url.path
        let result = DemoResult(page: page, store: name)
        try await store.show(result, as: list, images) { _, layout in
            layout.nextPage(after: page.next, arguments: ["feed"])
        }
        if global.format == .text {
            let steps = nextSteps(
                in: store.output.layout,
                folder: name,
                photos: folder.server?.photos,
                archive: archive.url.path,
                post: page.posts.first?.id.shortID ?? "POST",
                executable: context.isOnPath ? nil : context.executable.path
            )
            try store.output.hint(steps)
        }
        try await store.markShown(page, to: login.session)
    }

    /// Serves the store to browsers, and deletes a temporary store afterwards.
    private func showInBrowser(_ store: OpenStore) async throws {
        defer {
            // If the folder cannot be deleted, the system eventually clears it.
            if global.store == nil { try? FileManager.default.removeItem(at: store.folder.url) }
        }
        let login = ServeText.demoLogin(
            email: DemoAccounts.email(of: DemoAccounts.guest),
            password: DemoAccounts.password
        )
        try await serving.serve(
            store,
            notes: global.store == nil ? [login, ServeText.temporary] : [login]
        )
    }

    /// Returns suggestions for commands to try next.
    private func nextSteps(
        in layout: TextLayout,
        folder: String,
        photos: String?,
        archive: String,
        post: String,
        executable: String?
    ) -> [String] {
        let commands = [
            ["show", post], ["like", post], ["comment", post, "'\(SeedText.sampleComment)'"],
            ["profile", "leia"], ["users"], ["follow", "juniper.k"], ["feed", "--everyone"],
            ["search", "moon"], ["popular"], ["near", "69.65,18.95", "--radius", "20km"],
            ["post", "FILE", "--caption", "'\(SeedText.sampleCaption)'"],
            ["import", "instagram", layout.quoted(archive)], ["export", "timeline.zip"], ["doctor"],
        ]
        let quoted = layout.quoted(folder)
        var lines = ["", layout.style.bold(SeedText.nextSteps)]
        lines += layout.paragraph(SeedText.continueAs(DemoAccounts.guest))
        lines.append(Self.indented(["export", "TIMELINE_HOME=\(quoted)"]))
        if let photos {
            lines.append(Self.indented(["export", "TIMELINE_PHOTOS=\(layout.quoted(photos))"]))
        }
        if let executable {
            lines.append(Self.indented(["alias", "timeline=\(layout.quoted(executable))"]))
        }
        lines += ["", SeedText.thenTry]
        lines += commands.map { Self.indented(["timeline"] + $0) }
        lines.append("")
        lines += layout.paragraph(SeedText.otherUsers(password: DemoAccounts.password))
        lines.append(
            Self.indented(["timeline", "login", "--email", DemoAccounts.email(of: "leia")])
        )
        if !ServerAddress.isAddress(folder) {
            let removal = ["rm", "-r", quoted].joined(separator: " ")
            lines += ["", SeedText.removal(removal).terminalSafe]
        }
        return lines
    }

    /// Formats a command in an indented line, and escapes control characters in paths.
    private static func indented(_ words: [String]) -> String {
        "  " + words.joined(separator: " ").terminalSafe
    }

    private static func temporaryFolder() throws -> StoreFolder {
        let name = "timeline-demo-\(UUID().uuidString.prefix(8))"
        return StoreFolder(FileManager.default.temporaryDirectory.appending(path: name))
    }
}

/// The output of `timeline demo`: a page of the feed and the folder of the new store.
private struct DemoResult: Encodable {
    let page: TimelinePage
    let store: String

    private enum CodingKeys: CodingKey {
        case store
    }

    func encode(to encoder: any Encoder) throws {
        try page.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(store, forKey: .store)
    }
}

/// The accounts of the demo users.
///
/// Their emails are `<username>@timeline.example`, and they all share one public password.
enum DemoAccounts {
    /// The password of all demo users.
    static let password = "carbonite-at-dawn"

    /// The username of the user that `timeline demo` logs in.
    static let guest = "hansolo"

    /// Returns the email of a demo user.
    ///
    /// The domain is reserved for examples (RFC 2606).
    static func email(of username: String) -> String { username + domain }

    private static let domain = "@timeline.example"

    /// Returns whether an email is that of a demo user.
    static func isDemo(_ email: EmailAddress) -> Bool { email.text.hasSuffix(domain) }

    /// Returns whether an account is that of a demo user, with the public password.
    static func isUnclaimed(_ account: Account, in owner: StoreOwner) async throws -> Bool {
        guard isDemo(account.email) else { return false }
        return try await owner.engine.isRight(Password(password), for: account.passwordHash)
    }

    /// Creates an account for each user that has none, two at a time, because each needs two hashes.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - owner: The store, with the rights of its owner.
    ///   - progress: The progress, which is updated for each pair of users.
    /// - Throws: A ``TimelineError`` if the store cannot be read or written.
    static func create(
        for users: [User],
        in owner: StoreOwner,
        progress: Progress
    ) async throws {
        for index in stride(from: 0, to: users.count, by: 2) {
            progress.update(index, of: users.count)
            async let first: Void = create(for: users[index], in: owner)
            if index + 1 < users.count { try await create(for: users[index + 1], in: owner) }
            try await first
        }
    }

    private static func create(for user: User, in owner: StoreOwner) async throws {
        guard try await !owner.hasAccount(user.id) else { return }
        do {
            try await owner.claim(
                user.username,
                email: email(of: user.username),
                password: Password(password)
            )
        } catch TimelineError.emailTaken, TimelineError.userHasAccount,
            TimelineError.userNotImported
        {
            // Another user has this email, or another process has just created the account.
        }
    }
}
