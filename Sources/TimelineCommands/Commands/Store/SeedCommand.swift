import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: StoreHelp.Seed.abstract,
        subcommands: [LoadSeedCommand.self, GenerateSeedCommand.self]
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

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
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

extension CommandContext {
    /// The maximum size of a JSON file in bytes.
    ///
    /// The whole file is read into memory.
    private static let sizeLimit = 1 << 30

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
        let input = InputFile(path: path)
        let file = try input.read(limit: Self.sizeLimit) { _ in
            TimelineError.archiveUnreadable(SeedText.tooLarge)
        }
        // If the path is a symbolic link, the pictures are next to the target of the link.
        let images = input.url.deletingLastPathComponent().appending(path: "images")
        let hasImages = FileManager.default.fileExists(atPath: images.path)
        let archive = try FirebaseArchive(reading: file, images: hasImages ? images : nil)
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
