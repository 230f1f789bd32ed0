import Foundation
import TimelineArchive
import TimelineCore

/// The folder with the demo data: beside an installed program, or in the project that built it.
struct SeedFolder {
    private let url: URL

    /// Looks for the folder.
    ///
    /// An installed program `bin/timeline` has it in `share/timeline/SeedData`; one that was built lies
    /// somewhere below the project's folder.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``.
    init(near executable: URL) throws {
        let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent()
            .appending(path: "share/timeline/SeedData")
        let candidates =
            [installed] + Self.ancestors(of: folder).map { $0.appending(path: "SeedData") }
        let found = candidates.first {
            FileManager.default.fileExists(atPath: $0.appending(path: Self.world).path)
        }
        guard let found else { throw CommandError.fileNotFound("SeedData/\(Self.world)") }
        url = found
    }

    /// Reads the demo data.
    func archive() throws -> FirebaseArchive {
        try FirebaseArchive(
            reading: Data(contentsOf: url.appending(path: Self.world)),
            images: url.appending(path: "images")
        )
    }

    /// The first pictures of the demo data, in the order of their names.
    func pictures(_ count: Int) throws -> [PhotoFile] {
        let images = url.appending(path: "images")
        return try FileManager.default.contentsOfDirectory(atPath: images.path).sorted()
            .prefix(count)
            .map { try PhotoFile(path: images.appending(path: $0).path) }
    }

    private static let world = "world.json"

    private static func ancestors(of folder: URL) -> [URL] {
        let parent = folder.deletingLastPathComponent()
        return parent.path == folder.path ? [folder] : [folder] + ancestors(of: parent)
    }
}
