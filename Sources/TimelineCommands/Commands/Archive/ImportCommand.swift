import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

#if canImport(Glibc)
import Glibc
#endif

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
        guard paths[0] != paths[1] else { throw ValidationError(ImportMessages.sameFile) }
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

    @Flag(help: ImportHelp.Folder.places)
    var places = false

    @Option(help: ImportHelp.Folder.timeZone, transform: TypedTimeZone.init(parsing:))
    var timeZone: TypedTimeZone?

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(path) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let folder = InputFile(path: path).url
        if try DurableFile.existsOutsideStore(folder), !DurableFile.isFolder(folder) {
            throw CommandError.notAPhotoFolder(path)
        }
        let format = ArchiveFormat.folder(
            albums: albums,
            places: places,
            timeZone: timeZone?.timeZone ?? context.timeZone
        )
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
        if report.findingCount > 0 { throw ReportedError.rejectedEntries }
    }
}

struct ImportArchiveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: ArchiveHelp.Import.archiveAbstract,
        discussion: ArchiveHelp.Import.archiveDiscussion
    )

    @Argument(help: ArchiveHelp.Import.archive, completion: .file())
    var archive: String

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(archive) }

    func run(in context: CommandContext) async throws {
        let path = InputFile(path: archive).url
        guard try DurableFile.existsOutsideStore(path) else {
            throw CommandError.fileNotFound(archive)
        }
        let source = try StoreArchive(at: path)
        // Create the report first, so that an existing file leaves no empty store behind.
        let file = try options.report.map { try LineFile(URL(filePath: $0)) }
        let owner: StoreOwner
        var importer: User.ID?
        if let trial = try context.dryRunStore(global, isDryRun: options.dryRun) {
            owner = trial
        } else {
            let folder = try context.storeFolder(global)
            let store = try await context.createStore(in: folder, options: global)
            owner = store.owner
            importer = try await store.viewerIfAny()?.user().id
        }
        let output = context.output(global)
        let result = try await context.showingProgress(ArchiveMessages.importing) { progress in
            try await owner.restore(
                source,
                by: importer,
                isDryRun: options.dryRun,
                report: { finding in
                    try file?.write(JSON.line(finding))
                    output.list(finding.sentence)
                },
                progress: { progress.update($0, of: $1) }
            )
        }
        try file?.write(JSON.line(ImportSummary(summary: result.withoutLists)))
        try output.show(result) { layout in
            layout.whole(result, isDryRun: options.dryRun)
                + (options.dryRun ? layout.paragraph(ArchiveMessages.dryRun) : [])
        }
        if result.records.rejected + result.media.rejected > 0 {
            throw ReportedError.rejectedEntries
        }
    }
}

extension OpenStore {
    /// Imports posts as the logged-in user, and shows the progress.
    ///
    /// In a pipe, findings are printed one by one, before the summary.
    func importPosts(
        from path: String,
        as format: ArchiveFormat,
        _ options: ImportOptions
    ) async throws -> PostImportReport {
        let source = InputFile(path: path).url
        guard try DurableFile.existsOutsideStore(source) else {
            throw CommandError.fileNotFound(path)
        }
        LargeBuffers.returnToSystem()
        let viewer = try await viewer()
        let file = try options.report.map { try LineFile(URL(filePath: $0)) }
        // A post and its picture may have the same reason.
        let listed = Lock("")
        let report = try await context.showingProgress(ImportMessages.importing) { progress in
            try await viewer.importPosts(
                from: source,
                as: format,
                isDryRun: options.dryRun,
                report: { [output] finding in
                    try file?.write(JSON.line(finding))
                    let isRepeated = listed.withLock { last in
                        defer { last = finding.sentence }
                        return last == finding.sentence
                    }
                    if !isRepeated { output.list(finding.sentence) }
                },
                progress: { progress.update($0, of: $1) }
            )
        }
        try file?.write(JSON.line(ImportSummary(summary: report.withoutLists)))
        return report
    }

    /// Shows the report of an import, and fails if entries were rejected.
    func show(_ report: PostImportReport) throws {
        try output.show(report) { $0.whole(report, listsPeople: false) }
        try ReportedError.check(report)
    }
}

extension ReportedError {
    /// Throws a failure if an import rejected entries.
    static func check(_ report: PostImportReport) throws {
        if report.hasRejections { throw rejectedEntries }
    }
}

/// The last line of a report file: the numbers, after the findings.
struct ImportSummary<Report: Encodable>: Encodable {
    let summary: Report
}

/// Configures how the allocator treats large buffers.
enum LargeBuffers {
    /// Makes the allocator return buffers of at least 256 KiB to the system as soon as they are
    /// freed.
    ///
    /// Otherwise, glibc raises this threshold with each larger buffer and holds on to the buffers
    /// of pictures, which costs 26 MB during an import (decision 37). Swift does not import
    /// `mallopt`.
    static func returnToSystem() {
        #if canImport(Glibc)
        typealias Function = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
        let mmapThreshold: Int32 = -3
        guard let symbol = dlsym(nil, "mallopt") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(mmapThreshold, 256 << 10)
        #endif
    }
}
