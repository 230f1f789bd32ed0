import Foundation
import TimelineArchive
import TimelineCore

/// The folder with the demo data.
///
/// For the installed program `bin/timeline`, it is `share/timeline-demo`. For a program in a build
/// folder, it is `SeedData` in the project folder above it.
struct SeedFolder {
    private let url: URL

    /// Locates the demo data near the given executable.
    ///
    /// - Throws: ``CommandError/demoDataMissing(_:)`` if there is no demo data near it.
    init(near executable: URL) throws {
        let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent()
            .appending(path: "share/timeline-demo")
        let candidates =
            [installed] + Self.ancestors(of: folder).map { $0.appending(path: "SeedData") }
        let url = candidates.first {
            FileManager.default.fileExists(atPath: $0.appending(path: Self.world).path)
        }
        guard let url else { throw CommandError.demoDataMissing(installed.path) }
        self.url = url
    }

    /// Reads the demo data.
    func archive() throws -> FirebaseArchive {
        try FirebaseArchive(
            reading: Data(contentsOf: url.appending(path: Self.world)),
            images: url.appending(path: "images")
        )
    }

    /// Reads the first pictures of the demo data, sorted by file name.
    func pictures(_ count: Int) throws -> [PhotoFile] {
        let images = url.appending(path: "images")
        return try FileManager.default.contentsOfDirectory(atPath: images.path).sorted()
            .prefix(count)
            .map { try PhotoFile(path: images.appending(path: $0).path) }
    }

    /// Reads the avatar of a user, or returns `nil` if the demo data contains none.
    func avatar(of username: String) throws -> PhotoFile? {
        let path = url.appending(path: "avatars/\(username).jpg").path
        return FileManager.default.fileExists(atPath: path) ? try PhotoFile(path: path) : nil
    }

    private static let world = "world.json"

    private static func ancestors(of folder: URL) -> [URL] {
        let parent = folder.deletingLastPathComponent()
        return parent.path == folder.path ? [folder] : [folder] + ancestors(of: parent)
    }
}
