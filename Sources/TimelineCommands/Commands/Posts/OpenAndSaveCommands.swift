import ArgumentParser
import Foundation
import TimelineCore

struct SaveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: PostHelp.Save.abstract,
        discussion: PostHelp.Save.discussion
    )

    @Argument(help: PostHelp.post, completion: .post)
    var post: String?

    @Option(help: PostHelp.Save.all, completion: .username)
    var all: String?

    @Option(name: .shortAndLong, help: PostHelp.Save.output, completion: .file())
    var output: String?

    @Flag(name: .customLong("stripped"), help: PostHelp.Save.stripped)
    var isStripped = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (post == nil) != (all == nil) else { throw ValidationError(PostText.postOrAll) }
        guard all == nil || output != nil else { throw ValidationError(PostText.allNeedsOutput) }
        try requirePath(output)
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let exporter = PhotoExporter(reader: try await store.reader(), isStripped: isStripped)
        if let all, let output {
            let user = try await store.user(withUsername: all)
            let album = try PhotoAlbum(folder: URL(filePath: output, directoryHint: .isDirectory))
            return try await saveAll(of: user, to: album, with: exporter, in: store)
        }
        guard let post else { return }
        let id = try await store.guest.postID(matching: post)
        try await save(try await exporter.reader.post(id), with: exporter, in: store)
    }

    private func save(
        _ post: PostView,
        with exporter: PhotoExporter,
        in store: OpenStore
    ) async throws {
        let folder = outputFolder
        let urls = urls(for: post, in: folder)
        // Otherwise, a second run would leave a part of the pictures behind.
        for url in urls where try DurableFile.existsOutsideStore(url) {
            throw CommandError.fileExists(url.relativePath)
        }
        if let folder { _ = try PhotoAlbum(folder: folder) }
        await exporter.requestMissing(in: post)
        for (photo, url) in zip(post.photos, urls) {
            try OutputFile(url: url).write(try await exporter.contents(of: photo))
        }
        let paths = urls.map(\.relativePath)
        try store.output.show(SavedFiles(files: paths)) { _ in
            paths.map { PostText.saved($0.terminalSafe) }
        }
    }

    private func saveAll(
        of user: User,
        to album: PhotoAlbum,
        with exporter: PhotoExporter,
        in store: OpenStore
    ) async throws {
        let total = try await exporter.reader.profile(of: user.id).postCount
        let saved = try await store.context.showingProgress(PostText.saving) { progress in
            try await album.save(all: user, with: exporter) { progress.update($0, of: total) }
        }
        try store.output.show(saved) { layout in
            layout.paragraph(
                PostText.saved(saved.files.count, of: user.username, skipped: saved.skippedCount)
            )
                + saved.failures.flatMap {
                    layout.paragraph(PostText.failure(of: $0.post, $0.reason), indent: 2)
                }
        }
        guard saved.failures.isEmpty else {
            throw saved.failures.contains(where: \.isOfStore)
                ? ReportedError.unhealthyStore : .unsavedPhotos
        }
    }

    /// The folder to write to, if the given path is one: it ends in a slash, is an existing folder,
    /// or has no extension.
    private var outputFolder: URL? {
        guard let target = output.map({ URL(filePath: $0) }),
            target.hasDirectoryPath || DurableFile.isFolder(target) || target.pathExtension.isEmpty
        else { return nil }
        return target
    }

    /// Returns the URLs of the files to write: the given path, or names in the given folder that
    /// are based on the post's short ID.
    private func urls(for post: PostView, in folder: URL?) -> [URL] {
        guard let output, folder == nil else {
            return post.fileNames(stem: post.id.shortID)
                .map { folder?.appending(path: $0) ?? URL(filePath: $0) }
        }
        let target = URL(filePath: output)
        guard post.photos.count > 1 else { return [target] }
        let stem = target.deletingPathExtension().lastPathComponent
        return post.fileNames(stem: stem)
            .map { target.deletingLastPathComponent().appending(path: $0) }
    }
}

/// The output of `timeline save POST`.
private struct SavedFiles: Encodable {
    let files: [String]
}

struct OpenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: PostHelp.Open.abstract,
        discussion: PostHelp.Open.discussion
    )

    @Argument(help: PostHelp.post, completion: .post)
    var post: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let exporter = PhotoExporter(reader: try await store.reader(), isStripped: true)
        let post = try await exporter.reader.post(try await store.guest.postID(matching: post))
        await exporter.requestMissing(in: post)
        // The viewer reads the files after this command has ended, so the system removes them.
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "timeline-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        do {
            try await open(post, from: exporter, in: folder, context: context)
        } catch {
            try? FileManager.default.removeItem(at: folder)  // The system removes leftovers.
            throw error
        }
        try store.output.confirm(PostText.opened(post.id.shortID))
    }

    /// Copies the pictures of a post into a folder, and opens the first one.
    private func open(
        _ post: PostView,
        from exporter: PhotoExporter,
        in folder: URL,
        context: CommandContext
    ) async throws {
        let urls = post.fileNames(stem: post.id.shortID).map { folder.appending(path: $0) }
        for (photo, url) in zip(post.photos, urls) {
            try OutputFile(url: url).write(try await exporter.contents(of: photo))
        }
        let program = context.variables["TIMELINE_OPEN"]
        guard let url = urls.first, await SystemViewer.open(url, with: program) else {
            throw CommandError.noViewer
        }
    }
}
