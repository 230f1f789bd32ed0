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

    func validate() throws { try requirePath(folder) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = everything ? nil : try await store.viewer().user().id
        let output = try FilledFolder(newFolder: folder, isPublic: true)
        let result = try await context.exporting { progress, check in
            do {
                let report = try await store.owner.writeSite(of: user) {
                    try check()
                    try output.add($0, $1)
                } progress: {
                    progress.update($0, of: $1)
                }
                var result = SiteResult(posts: report.posts, pages: report.pages)
                try await write(report.photos, of: store, to: output, &result) {
                    try check()
                    progress.update($0, of: report.photos.count)
                }
                try output.finish()
                return result
            } catch {
                output.discard()
                throw error
            }
        }
        try store.output.show(result) { layout in
            let summary = ArchiveMessages.exportedSite(
                posts: result.posts,
                pages: result.pages,
                to: folder
            )
            let leftOut = ArchiveMessages.leftOut(
                lost: result.lostPhotos,
                unavailable: result.unavailablePhotos
            )
            return ([summary] + leftOut).flatMap { layout.paragraph($0) }
        }
        try ReportedError.check(lost: result.lostPhotos, unavailable: result.unavailablePhotos)
    }

    /// Writes the photos of a site as JPEG files that every browser can show.
    ///
    /// A photo that cannot be read is counted. The page shows its preview or, failing that, its
    /// description.
    private func write(
        _ photos: [SitePhoto],
        of store: OpenStore,
        to output: FilledFolder,
        _ result: inout SiteResult,
        progress: (Int) throws -> Void
    ) async throws {
        let cache = store.renditions.cache()
        let blobs = store.blobs
        for (index, entry) in photos.enumerated() {
            try progress(index)
            var fault: TimelineError?
            if try !blobs.contains(entry.photo.blob) {
                let missing = TimelineError.unreadable(entry.photo.blob, fault: .missing)
                try await result.count(entry.photo, missing, in: store)
                guard let preview = entry.photo.preview?.blob, try blobs.contains(preview) else {
                    continue
                }
            }
            for isSquare in [false, true]
            where isSquare ? entry.isSquareNeeded : entry.isWholeNeeded {
                let rendition: Rendition = isSquare ? .square320 : .fit2048
                let file: Data
                do {
                    file = try await cache.file(rendition, of: entry.photo)
                } catch let error as TimelineError {
                    fault = error
                    continue
                }
                let path = StaticSite.photo(entry.photo.blob, isSquare: isSquare)
                try output.add(path, file)
            }
            if let fault { try await result.count(entry.photo, fault, in: store) }
        }
    }
}

/// The result of exporting a site.
struct SiteResult: Encodable {
    let posts: Int
    let pages: Int
    /// The number of photos left out because their files are missing from the store or damaged.
    var lostPhotos = 0
    /// The number of photos left out because they cannot be decoded, or sync has not received them
    /// yet.
    var unavailablePhotos = 0

    /// Counts a photo that cannot be drawn.
    ///
    /// - Throws: `fault` itself, if it may affect other photos too.
    fileprivate mutating func count(
        _ photo: Photo,
        _ fault: TimelineError,
        in store: OpenStore
    ) async throws {
        switch fault {
        // A post may have been deleted during the export.
        case .photoRefused, .photoNotFound: unavailablePhotos += 1
        case .storageFailed:
            do {
                _ = try await store.guest.data(of: photo)
            } catch TimelineError.photoNotArrived {
                unavailablePhotos += 1
                return
            } catch TimelineError.storageFailed {
                lostPhotos += 1
                return
            }
            throw fault
        default: throw fault
        }
    }
}
