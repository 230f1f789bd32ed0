import ArgumentParser
import Foundation
import TimelineCore

struct SaveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the pictures of a post as files, byte for byte."
    )

    @OptionGroup var post: PostArgument

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; a folder takes the pictures under their names.",
            valueName: "path"
        )
    )
    var output: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewerIfAny()
        let id = try await store.engine.postID(named: post.name)
        let post = try await store.engine.post(id, for: viewer?.id)
        let paths = paths(for: post)
        for (photo, path) in zip(post.photos, paths) {
            try DurableFile.export(try await store.engine.data(of: photo), to: path)
        }
        let names = paths.map(\.relativePath)
        try store.output.show(SavedFiles(files: names)) { _ in
            names.map { "Saved \($0.madeVisible)" }
        }
    }

    /// Where each picture goes: the file named, or a name made of the post's within the folder.
    private func paths(for post: PostView) -> [URL] {
        let target = output.map { URL(filePath: $0) }
        let isFolder = target.map { $0.hasDirectoryPath || DurableFile.isFolder($0) } ?? false
        if let target, !isFolder, post.photos.count == 1 { return [target] }
        let folder = isFolder ? target : target?.deletingLastPathComponent()
        let stem =
            isFolder
            ? post.id.shortName
            : target?.deletingPathExtension().lastPathComponent ?? post.id.shortName
        return post.photos.enumerated()
            .map { index, photo in
                let number = post.photos.count > 1 ? "-\(index + 1)" : ""
                let name = "\(stem)\(number).\(photo.mediaType.fileExtension)"
                return folder.map { $0.appending(path: name) } ?? URL(filePath: name)
            }
    }
}

/// The files written.
private struct SavedFiles: Encodable {
    let files: [String]
}
