import ArgumentParser
import Foundation
import TimelineCore
import TimelineMedia
import TimelinePages

struct ExportSiteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: ArchiveHelp.Export.siteAbstract,
        discussion: ArchiveHelp.Export.siteDiscussion
    )

    @Argument(help: ArchiveHelp.Export.folder, completion: .directory)
    var folder: String

    @Flag(help: ArchiveHelp.Export.everything)
    var everything = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError(DoctorText.emptyPath) }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = everything ? nil : try await store.viewer().user().id
        let output = try FilledFolder(newFolder: folder, isPublic: true)
        let report = try await context.showingProgress(ArchiveMessages.exporting) { progress in
            do {
                let report = try await store.owner.writeSite(of: user) {
                    try output.add($0, $1)
                }
                try await write(report.photos, of: store, to: output) {
                    progress.update($0, of: report.photos.count)
                }
                try output.finish()
                return report
            } catch {
                output.discard()
                throw error
            }
        }
        let result = SiteResult(posts: report.posts, pages: report.pages)
        try store.output.show(result) { layout in
            layout.paragraph(
                ArchiveMessages.exportedSite(
                    posts: result.posts,
                    pages: result.pages,
                    to: folder
                )
            )
        }
    }

    /// Writes the photos of a site as JPEG files that every browser can show.
    ///
    /// A photo that is missing or damaged is left out.
    private func write(
        _ photos: [SitePhoto],
        of store: OpenStore,
        to output: FilledFolder,
        progress: (Int) -> Void
    ) async throws {
        let cache = try store.renditions.cache()
        for (index, entry) in photos.enumerated() {
            for isSquare in [false, true]
            where isSquare ? entry.isSquareNeeded : entry.isWholeNeeded {
                let rendition: Rendition = isSquare ? .square320 : .fit2048
                // The page shows the description of the photo instead.
                guard let file = try? await cache.file(rendition, of: entry.photo) else { continue }
                let path = StaticSite.photo(entry.photo.blob, isSquare: isSquare)
                try output.add(path, file)
            }
            progress(index + 1)
        }
    }
}

/// The result of exporting a site.
struct SiteResult: Encodable {
    let posts: Int
    let pages: Int
}
