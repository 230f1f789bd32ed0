import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: ImportHelp.abstract,
        discussion: ImportHelp.discussion,
        subcommands: [
            ImportInstagramCommand.self, ImportMastodonCommand.self, ImportFolderCommand.self,
            ImportFirebaseCommand.self, ImportArchiveCommand.self,
        ]
    )
}

struct ImportInstagramCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "instagram",
        abstract: ImportHelp.Instagram.abstract,
        discussion: ImportHelp.Instagram.discussion
    )

    @Argument(help: ImportHelp.Instagram.path, completion: .file())
    var path: String

    @Flag(help: ImportHelp.Instagram.places)
    var places = false

    @Option(help: ImportHelp.Instagram.people, completion: .file())
    var people: String?

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try requirePath(path)
        try requirePath(people)
        guard let people, let report = options.report else { return }
        let paths = [people, report].map { URL(filePath: $0).standardizedFileURL.path }
        guard paths[0] != paths[1] else { throw ValidationError(ImportText.sameFile) }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let file = people.map { OutputFile(url: URL(filePath: $0), mode: 0o600) }
        try file?.check()
        let report = try await store.importPosts(
            from: path,
            as: .instagram(places: places),
            options
        )
        // The summary comes first, so that an error of the file does not hide it.
        try store.output.show(report) { $0.whole(report, listsPeople: people == nil) }
        let lines = report.people.map { $0 + "\n" }.joined()
        try file?.write(Data(lines.utf8))
        try ReportedError.check(report)
    }
}

struct ImportMastodonCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mastodon",
        abstract: ImportHelp.Mastodon.abstract,
        discussion: ImportHelp.Mastodon.discussion
    )

    @Argument(help: ImportHelp.Mastodon.path, completion: .file())
    var path: String

    @Flag(help: ImportHelp.Mastodon.includePrivate)
    var includePrivate = false

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(path) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let format = ArchiveFormat.mastodon(includesPrivate: includePrivate)
        try store.show(try await store.importPosts(from: path, as: format, options))
    }
}

struct ImportFolderCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: ImportHelp.Folder.abstract,
        discussion: ImportHelp.Folder.discussion
    )

    @Argument(help: ImportHelp.Folder.path, completion: .directory)
    var path: String

    @Flag(help: ImportHelp.Folder.albums)
    var albums = false

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(path) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let folder = InputFile(path: path).url
        if try DurableFile.existsOutsideStore(folder), !DurableFile.isFolder(folder) {
            throw CommandError.notAPhotoFolder(path)
        }
        let format = ArchiveFormat.folder(albums: albums)
        try store.show(try await store.importPosts(from: path, as: format, options))
    }
}

struct ImportFirebaseCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase",
        abstract: ImportHelp.Firebase.abstract,
        discussion: ImportHelp.Firebase.discussion
    )

    @Argument(help: ImportHelp.Firebase.path, completion: .file())
    var path: String

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let report = try await context.loadFirebase(
            path,
            isDryRun: options.dryRun,
            report: options.report,
            options: global
        )
        if report.rejectionCount > 0 { throw ReportedError.rejectedEntries }
    }
}
