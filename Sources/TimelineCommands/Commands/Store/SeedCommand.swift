import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Fill the store with demo data or an import.",
        subcommands: [LoadSeedCommand.self, GenerateSeedCommand.self]
    )
}

struct LoadSeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Load the demo data, or a JSON file in the Firebase layout.",
        discussion: """
            Loading it again changes nothing. Pictures that the file does not hold are looked for in the \
            folder “images” beside it. Users who come in so have no account; signup --claim gives one to \
            them. Only the demo's users have accounts from the start.
            """
    )

    @Argument(help: "The JSON file; the demo data when none is given.")
    var path: String?

    @OptionGroup var global: GlobalOptions

    /// The most bytes of JSON that are read into memory.
    private static let limit = 1 << 30

    func run(in context: CommandContext) async throws {
        let store = try context.makeStore(context.storeFolder(global), global)
        guard let path else {
            let report = try await store.loadDemo(in: context)
            return try show(report, on: store) { layout in
                let email = DemoAccounts.email(of: DemoAccounts.guest)
                return [
                    layout.command("login --email \(email)")
                        + layout.style.dim("   (password: \(DemoAccounts.password))")
                ]
            }
        }
        let input = InputFile(path: path)
        let file =
            try input
            .read(upTo: Self.limit) { _ in
                TimelineError.archiveUnreadable("it is larger than a gigabyte.")
            }
        // Behind a link, the pictures lie beside the file itself.
        let images = input.url.deletingLastPathComponent().appending(path: "images")
        let hasImages = FileManager.default.fileExists(atPath: images.path)
        let archive = try FirebaseArchive(
            reading: file,
            images: hasImages ? images : nil
        )
        try show(try await store.load(archive, in: context), on: store) { layout in
            [
                layout.command("signup --claim USER")
                    + layout.style.dim("   gives one of them an account")
            ]
        }
    }

    /// Tells what was loaded, and what to type next.
    private func show(
        _ report: ImportReport,
        on store: OpenStore,
        next: (TextLayout) -> [String]
    ) throws {
        try store.output.show(report) { $0.whole(report) + [""] + next($0) }
    }
}

extension OpenStore {
    /// Brings an archive in, and shows how far it is.
    func load(_ archive: FirebaseArchive, in context: CommandContext) async throws -> ImportReport {
        try await Progress.shown("Loading", in: context) {
            try await owner.load(archive, progress: $0.update)
        }
    }

    /// Brings the demo data in, with accounts for its users.
    func loadDemo(in context: CommandContext) async throws -> ImportReport {
        let report = try await load(SeedFolder(near: context.executable).archive(), in: context)
        _ = try await Progress.shown("Making accounts", in: context) {
            try await DemoAccounts.open(for: report.importedUsers, on: owner, progress: $0)
        }
        return report
    }
}
