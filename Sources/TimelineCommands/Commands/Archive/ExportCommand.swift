import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore
import TimelinePages
import TimelineSync

/// Groups the exports; without a subcommand, `timeline export PATH` writes an archive.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: ArchiveHelp.Export.abstract,
        subcommands: [
            ExportArchiveCommand.self, ExportSiteCommand.self, ExportFirebaseCommand.self,
            ExportFolderCommand.self,
        ],
        defaultSubcommand: ExportArchiveCommand.self
    )
}

struct ExportArchiveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: ArchiveHelp.Export.archiveAbstract,
        discussion: ArchiveHelp.Export.archiveDiscussion
    )

    @Argument(help: ArchiveHelp.Export.archive, completion: .file())
    var archive: String

    @Flag(help: ArchiveHelp.Export.everything)
    var everything = false

    @Flag(help: ArchiveHelp.Export.withOriginals)
    var withOriginals = false

    @Flag(help: ArchiveHelp.Export.withAccount)
    var withAccount = false

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    /// The path of the sealed account in an archive.
    static let accountPath = "account.sealed"

    func validate() throws { try requirePath(archive) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let target = try ExportTarget(archive)
        var options = ArchiveOptions(includingOriginals: withOriginals)
        if !everything { options.user = try await store.viewer().user().id }
        if withAccount {
            let sync = try await store.sync()
            let password = try Prompter(console: context.console)
                .password(PromptText.password, fromInput: password.isFromInput)
            let account = try await sync.exportIdentity(password: password)
            options.attachments[Self.accountPath] = Data(account)
        }
        let report = try await context.exporting { [options] progress, check in
            var options = options
            options.site = { [user = options.user] reader, pictures, write in
                try StaticSite.write(of: user, in: reader, showing: pictures) {
                    try check()
                    try write($0, $1)
                } progress: {
                    progress.update($0, of: $1)
                }
            }
            return try await store.owner.export(to: target.url, as: target.form, options) {
                try check()
                progress.update($0, of: $1)
            }
        }
        try store.output.show(report) { layout in
            let leftOut = ArchiveMessages.leftOut(
                lost: report.lostPhotos,
                unavailable: report.unavailablePhotos
            )
            return ([ArchiveMessages.exported(report, to: archive)] + leftOut)
                .flatMap { layout.paragraph($0) }
        }
        // A device may store only a part of the pictures, so those that it lacks are no failure.
        if report.lostPhotos > 0 { throw ReportedError.unhealthyStore }
    }
}

/// The path of an archive to write.
///
/// Its extension determines the format.
struct ExportTarget {
    let url: URL
    let form: ArchiveForm

    /// The extensions of archives that are not written, which no folder should have.
    private static let otherExtensions: Set = [
        "tar", "gz", "tgz", "bz2", "tbz", "xz", "txz", "zst", "7z", "rar", "zipx",
    ]

    /// Checks that nothing would be overwritten, and that the name is not that of another format.
    init(_ path: String) throws {
        url = URL(filePath: path)
        let pathExtension = url.pathExtension.lowercased()
        form = pathExtension == "zip" ? .zip : .folder
        guard !Self.otherExtensions.contains(pathExtension) else {
            throw UsageError(ArchiveMessages.otherFormat(url.lastPathComponent))
        }
        guard try DurableFile.existsOutsideStore(url) else {
            let parent = url.deletingLastPathComponent()
            guard DurableFile.isFolder(parent) else {
                throw try CommandError.missing(folder: parent)
            }
            return
        }
        let isEmpty = try withExternalFileErrors(.reading, url) { [url] in
            try DurableFile.isFolder(url) && DurableFile.names(in: url).isEmpty
        }
        guard form == .folder, isEmpty else { throw CommandError.fileExists(path) }
    }
}

struct ExportFirebaseCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase",
        abstract: ArchiveHelp.Export.firebaseAbstract,
        discussion: ArchiveHelp.Export.firebaseDiscussion
    )

    @Argument(help: ArchiveHelp.Export.file, completion: .file())
    var file: String

    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(file) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let (json, report) = try await store.owner.exportFirebase()
        try OutputFile(url: URL(filePath: file)).write(json)
        try store.show(report, at: file)
    }
}

struct ExportFolderCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: ArchiveHelp.Export.folderAbstract,
        discussion: ArchiveHelp.Export.folderDiscussion
    )

    @Argument(help: ArchiveHelp.Export.folder, completion: .directory)
    var folder: String

    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(folder) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.viewer().user().id
        let output = try FilledFolder(newFolder: folder)
        let report = try await context.exporting { _, check in
            do {
                let report = try await store.owner.writePhotos(of: user) {
                    try check()
                    try output.add($0, $1)
                }
                try output.finish()
                return report
            } catch {
                output.discard()
                throw error
            }
        }
        try store.show(report, at: folder)
    }
}

extension OpenStore {
    /// Shows the report of an export, and fails if photos were left out that the store should have.
    fileprivate func show(_ report: PostExportReport, at path: String) throws {
        try output.show(report) { layout in
            let sentences =
                [
                    ArchiveMessages.exportedFiles(
                        posts: report.posts,
                        photos: report.photos,
                        to: path
                    )
                ] + ArchiveMessages.omitted(report)
                + ArchiveMessages.leftOut(
                    lost: report.lostPhotos,
                    unavailable: report.unavailablePhotos
                )
            return sentences.flatMap { layout.paragraph($0) }
        }
        try ReportedError.check(lost: report.lostPhotos, unavailable: report.unavailablePhotos)
    }
}
