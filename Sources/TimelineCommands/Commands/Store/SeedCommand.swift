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
        // Check the file first, so that a missing one leaves no empty store behind.
        if let path {
            try InputFile(path: path).requireFile()
        } else {
            _ = try SeedFolder(near: context.executable)
        }
        let store = try await context.createStore(in: context.storeFolder(global), options: global)
        if let path {
            _ = try await store.loadFirebase(path)
        } else {
            try await loadDemo(into: store)
        }
    }

    private func loadDemo(into store: OpenStore) async throws {
        let report = try await store.loadDemo(in: store.context)
        let email = DemoAccounts.email(of: DemoAccounts.guest)
        try store.output.show(report) { layout in
            layout.whole(report) + [
                "",
                layout.suggestion(
                    ["login", "--email", email],
                    hint: SeedText.password(DemoAccounts.password)
                ),
            ]
        }
    }
}

extension OpenStore {
    /// The maximum size of a JSON file in bytes.
    ///
    /// The whole file is read into memory.
    private static let sizeLimit = 1 << 30

    /// Imports a JSON file in the Firebase layout, and shows the report.
    func loadFirebase(_ path: String) async throws -> ImportReport {
        let input = InputFile(path: path)
        let file = try input.read(limit: Self.sizeLimit) { _ in
            TimelineError.archiveUnreadable(SeedText.tooLarge)
        }
        // If the path is a symbolic link, the pictures are next to the target of the link.
        let images = input.url.deletingLastPathComponent().appending(path: "images")
        let hasImages = FileManager.default.fileExists(atPath: images.path)
        let archive = try FirebaseArchive(reading: file, images: hasImages ? images : nil)
        let report = try await load(archive, in: context)
        try output.show(report) { layout in
            layout.whole(report) + [
                "",
                layout.suggestion(["signup", "--claim", "USERNAME"], hint: SeedText.claimHint),
            ]
        }
        return report
    }

    /// Imports an archive and shows the progress.
    func load(_ archive: FirebaseArchive, in context: CommandContext) async throws -> ImportReport {
        try await context.showingProgress(SeedText.loading) { progress in
            try await owner.load(archive) { progress.update($0, of: $1) }
        }
    }

    /// Imports the demo data and creates accounts for its users.
    func loadDemo(in context: CommandContext) async throws -> ImportReport {
        let report = try await load(SeedFolder(near: context.executable).archive(), in: context)
        try await context.showingProgress(SeedText.creatingAccounts) {
            try await DemoAccounts.create(for: report.importedUsers, in: owner, progress: $0)
        }
        return report
    }
}
