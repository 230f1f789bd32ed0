import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: StoreHelp.Seed.abstract,
        subcommands: [
            LoadSeedCommand.self, UnloadSeedCommand.self, GenerateSeedCommand.self,
        ]
    )
}

struct LoadSeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: StoreHelp.Seed.loadAbstract,
        discussion: StoreHelp.Seed.loadDiscussion
    )

    @Argument(help: StoreHelp.Seed.path, completion: .file())
    var path: String?

    @Flag(name: .shortAndLong, help: StoreHelp.Seed.yes)
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        guard try await isConfirmed(in: context) else { return }
        if let path {
            _ = try await context.loadFirebase(path, options: global)
        } else {
            // Check the folder first, so that a missing one leaves no empty store behind.
            _ = try SeedFolder(near: context.executable)
            try await loadDemo(
                into: context.createStore(in: context.storeFolder(global), options: global)
            )
        }
    }

    /// Asks whether to add the people of the file to a store with accounts of its own.
    private func isConfirmed(in context: CommandContext) async throws -> Bool {
        guard !yes, try context.storeFolder(global).exists else { return true }
        // An unreadable file needs no question.
        if let path { _ = try context.firebaseArchive(path) }
        let store = try await context.openStore(global)
        let accounts = try await store.owner.engine.read { _, accounts in
            try accounts.users().compactMap { try accounts.account(of: $0) }
        }
        guard accounts.contains(where: { !DemoAccounts.isDemo($0.email) }) else { return true }
        let source = path.map { "“\($0)”" } ?? SeedText.demo
        guard try store.confirmsAtTerminal(SeedText.confirmLoading(source)) else {
            try store.output.confirm(SeedText.notLoaded)
            return false
        }
        return true
    }

    private func loadDemo(into store: OpenStore) async throws {
        let report = try await store.loadDemo(in: store.context)
        let email = DemoAccounts.email(of: DemoAccounts.guest)
        try store.output.show(report) { layout in
            [
                "",
                layout.suggestion(
                    ["login", "--email", email],
                    hint: SeedText.password(DemoAccounts.password)
                ),
            ]
        } text: { layout in
            layout.whole(report)
        }
    }
}

struct UnloadSeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unload",
        abstract: StoreHelp.Seed.unloadAbstract,
        discussion: StoreHelp.Seed.unloadDiscussion
    )

    @Argument(help: StoreHelp.Seed.path, completion: .file())
    var path: String?

    @Flag(name: .shortAndLong, help: StoreHelp.Seed.yes)
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let archive =
            try path.map { try context.firebaseArchive($0) }
            ?? SeedFolder(near: context.executable).archive()
        let isOwn: (Account) async throws -> Bool = { account in
            try await DemoAccounts.isUnclaimed(account, in: store.owner)
        }
        let plan = try await store.owner.unload(archive, isDryRun: true, isOwn: isOwn)
        guard plan.users > 0 else {
            return try store.output.show(plan) { layout in
                layout.paragraph(SeedText.nothingToUnload) + layout.kept(plan)
            }
        }
        guard try yes || store.confirmsAtTerminal(SeedText.confirmUnloading(plan)) else {
            return try store.output.confirm(SeedText.notUnloaded)
        }
        let report = try await store.owner.unload(archive, isDryRun: false, isOwn: isOwn)
        try store.output.show(report) { layout in
            layout.paragraph(SeedText.unloaded(report)) + layout.kept(report)
                + layout.paragraph(SeedText.unloadedHereOnly)
        }
    }
}

extension TextLayout {
    /// Formats the users of a seed who stay, with the reason.
    fileprivate func kept(_ report: UnloadReport) -> [String] {
        [(report.claimed, SeedText.claimed), (report.mentioned, SeedText.mentioned)]
            .filter { !$0.0.isEmpty }
            .flatMap { names, sentence in paragraph(sentence(names.map { "@\($0)" })) }
    }
}

extension CommandContext {
    /// The maximum size of a JSON file in bytes.
    ///
    /// The whole file is read into memory.
    private static let sizeLimit = 1 << 30

    /// Reads a JSON file in the Firebase layout.
    fileprivate func firebaseArchive(_ path: String) throws -> FirebaseArchive {
        let input = InputFile(path: path)
        let file = try input.read(limit: Self.sizeLimit) { _ in
            TimelineError.archiveUnreadable(SeedText.tooLarge)
        }
        // If the path is a symbolic link, the pictures are next to the target of the link.
        let images = input.url.deletingLastPathComponent().appending(path: "images")
        let hasImages = FileManager.default.fileExists(atPath: images.path)
        return try FirebaseArchive(reading: file, images: hasImages ? images : nil)
    }

    /// Imports a JSON file in the Firebase layout, and shows the report.
    ///
    /// In a pipe, findings are printed one by one, before the summary.
    ///
    /// The file is read and the report is created first, so that an error leaves no empty store
    /// behind.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isDryRun: Whether to write nothing.
    ///   - reportPath: The path of a new file for the findings and the summary.
    ///   - options: The options of the command.
    /// - Returns: The report.
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``,
    ///   ``CommandError/fileExists(_:)`` for the report, or a `TimelineError`.
    func loadFirebase(
        _ path: String,
        isDryRun: Bool = false,
        report reportPath: String? = nil,
        options: GlobalOptions
    ) async throws -> ImportReport {
        let archive = try firebaseArchive(path)
        let lines = try reportPath.map { try LineFile(URL(filePath: $0)) }
        let owner: StoreOwner
        if let trial = try dryRunStore(options, isDryRun: isDryRun) {
            owner = trial
        } else {
            owner = try await createStore(in: storeFolder(options), options: options).owner
        }
        let output = self.output(options)
        let report = try await load(archive, into: owner, isDryRun: isDryRun) { finding in
            try lines?.write(JSON.line(finding))
            output.list(finding.sentence)
        }
        try lines?.write(JSON.line(ImportSummary(summary: report.withoutLists)))
        try output.show(report) { layout in
            guard !isDryRun else { return [] }
            return [
                "", layout.suggestion(["signup", "--claim", "USERNAME"], hint: SeedText.claimHint),
            ]
        } text: { layout in
            layout.whole(report)
        }
        return report
    }
}

extension CommandContext {
    /// Imports an archive and shows the progress.
    fileprivate func load(
        _ archive: FirebaseArchive,
        into owner: StoreOwner,
        isDryRun: Bool = false,
        report: @escaping @Sendable (ImportFinding) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        try await showingProgress(SeedText.loading) { progress in
            try await owner.load(
                archive,
                isDryRun: isDryRun,
                report: report,
                progress: { progress.update($0, of: $1) }
            )
        }
    }
}

extension OpenStore {
    /// Imports the demo data and creates accounts for its users.
    func loadDemo(in context: CommandContext) async throws -> ImportReport {
        let seeds = try SeedFolder(near: context.executable)
        let report = try await context.load(seeds.archive(), into: owner) { [output] in
            output.list($0.sentence)
        }
        // The layout of the Firebase database has no avatars.
        for user in report.importedUsers where user.avatar == nil {
            guard let avatar = try seeds.avatar(of: user.username) else { continue }
            try await owner.acting(as: user.id).updateProfile(ProfileUpdate(), avatar: avatar)
        }
        try await context.showingProgress(SeedText.creatingAccounts) {
            try await DemoAccounts.create(for: report.importedUsers, in: owner, progress: $0)
        }
        return report
    }
}
