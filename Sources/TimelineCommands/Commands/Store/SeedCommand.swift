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
        let archive = try SeedFolder(near: context.executable).archive()
        let report = try await context.load(archive, into: owner) { [output] in
            output.list($0.sentence)
        }
        try await context.showingProgress(SeedText.creatingAccounts) {
            try await DemoAccounts.create(for: report.importedUsers, in: owner, progress: $0)
        }
        return report
    }
}

/// The folder with the demo data.
///
/// For the installed program `bin/timeline`, it is `share/timeline-demo`. For a program in a build
/// folder, it is `SeedData` in the project folder above it.
struct SeedFolder {
    private let url: URL

    /// Locates the demo data near the given executable.
    ///
    /// - Throws: ``CommandError/demoDataMissing(_:)`` if there is no demo data near it.
    init(near executable: URL) throws {
        let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent()
            .appending(path: "share/timeline-demo")
        let candidates =
            [installed] + Self.ancestors(of: folder).map { $0.appending(path: "SeedData") }
        let url = candidates.first {
            FileManager.default.fileExists(atPath: $0.appending(path: Self.world).path)
        }
        guard let url else { throw CommandError.demoDataMissing(installed.path) }
        self.url = url
    }

    /// Reads the demo data.
    func archive() throws -> FirebaseArchive {
        try FirebaseArchive(
            reading: Data(contentsOf: url.appending(path: Self.world)),
            images: url.appending(path: "images")
        )
    }

    /// Reads the first pictures of the demo data, sorted by file name.
    func pictures(_ count: Int) throws -> [PhotoFile] {
        let images = url.appending(path: "images")
        return try FileManager.default.contentsOfDirectory(atPath: images.path).sorted()
            .prefix(count)
            .map { try PhotoFile(path: images.appending(path: $0).path) }
    }

    private static let world = "world.json"

    private static func ancestors(of folder: URL) -> [URL] {
        let parent = folder.deletingLastPathComponent()
        return parent.path == folder.path ? [folder] : [folder] + ancestors(of: parent)
    }
}
