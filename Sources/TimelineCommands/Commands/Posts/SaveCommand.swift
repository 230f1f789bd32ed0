import ArgumentParser
import Foundation
import TimelineCore

struct SaveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the pictures of a post, or all of a user's, as files.",
        discussion: """
            Your own pictures are saved byte for byte. Those of others, and yours with --stripped, are saved without \
            what the files tell of places, devices and people; their pixels stay as they are.

            With --all, a picture that cannot be saved keeps no other from being saved. Those that failed are \
            listed, and the exit status is 74 if the store lost one of them, else 65.
            """
    )

    @Argument(help: "The post's name: as listed, or any unique ending of it.")
    var post: String?

    @Option(
        help: ArgumentHelp(
            "All pictures of this user, under names by date (UTC); what is there already is left out.",
            valueName: "user"
        )
    )
    var all: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; a folder takes the pictures under their names.",
            valueName: "path"
        )
    )
    var output: String?

    @Flag(name: .customLong("stripped"), help: "Leave out place, device and the like of yours too.")
    var isStripped = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (post == nil) != (all == nil) else {
            throw ValidationError("Name a post, or give --all USER.")
        }
        guard all == nil || output != nil else {
            throw ValidationError("Say where all of them go: --output FOLDER.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let export = PhotoExporter(reader: try await store.reader(), isStripped: isStripped)
        if let all, let output {
            let user = try await store.guest.user(withUsername: all)
            let folder = URL(filePath: output, directoryHint: .isDirectory)
            return try await saveAll(of: user, into: folder, export, store, context)
        }
        guard let post else { return }
        let id = try await store.guest.postID(matching: post)
        try await save(try await export.reader.post(id), export, store)
    }

    private func save(_ post: PostView, _ export: PhotoExporter, _ store: OpenStore) async throws {
        let paths = paths(for: post)
        for (photo, path) in zip(post.photos, paths) {
            try OutputFile(url: path).write(try await export.file(of: photo))
        }
        let names = paths.map(\.relativePath)
        try store.output.show(SavedFiles(files: names)) { _ in
            names.map { "Saved \($0.terminalSafe)" }
        }
    }

    private func saveAll(
        of user: User,
        into folder: URL,
        _ export: PhotoExporter,
        _ store: OpenStore,
        _ context: CommandContext
    ) async throws {
        let album = try PhotoAlbum(folder: folder)
        let total = try await export.reader.profile(of: user.id).postCount
        let saved = try await Progress.shown("Saving", in: context) { progress in
            try await album.save(all: user, export) { progress.update($0, total) }
        }
        try store.output.show(saved) { layout in
            let former = saved.alreadyThere
            return layout.paragraph(
                "Saved \(countText(saved.files.count, "picture")) of @\(user.username)"
                    + (former > 0 ? "; \(countText(former, "picture")) were there already." : ".")
            ) + saved.failed.flatMap { layout.paragraph("\($0.post): \($0.reason)", indent: 2) }
        }
        guard saved.failed.isEmpty else {
            throw saved.failed.contains(where: \.isOfStore)
                ? ReportedFailure.unhealthyStore : .unstrippablePhotos
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
            ? post.id.shortID
            : target?.deletingPathExtension().lastPathComponent ?? post.id.shortID
        return post.fileNames(stem).map { folder?.appending(path: $0) ?? URL(filePath: $0) }
    }
}

/// The files written.
private struct SavedFiles: Encodable {
    let files: [String]
}
