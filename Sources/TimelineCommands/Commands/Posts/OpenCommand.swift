import ArgumentParser
import Foundation
import TimelineCore

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
