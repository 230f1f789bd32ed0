import Foundation
import Testing
import TimelineCore
import TimelineMedia
import TimelinePages

@Suite struct PagesTests {
    /// Checks the rules that all pages must follow.
    ///
    /// If the `PAGES_FOLDER` environment variable is set, the pages are also written to that
    /// folder, so that they can be viewed.
    @Test func pagesKeepTheRules() async throws {
        let folder = ProcessInfo.processInfo.environment["PAGES_FOLDER"].map { URL(filePath: $0) }
        let world = try await DemoWorld(
            processor: folder == nil ? StrippingPhotoProcessor() : MediaPhotoProcessor()
        )
        for (name, html) in try await world.all() {
            let text = html.string
            #expect(!text.contains(" style="), "\(name)")
            #expect(!text.contains(#/ on[a-z]+=/#), "\(name)")
            #expect(!text.contains("<style"), "\(name)")
            #expect(text.matches(of: #/<script/#).count == 1, "\(name)")
            #expect(text.matches(of: #/<h1[ >]/#).count == 1, "\(name)")
            #expect(text.matches(of: #/<main[ >]/#).count == 1, "\(name)")
            let identifiers = text.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
            #expect(Set(identifiers).count == identifiers.count, "\(name)")
            guard let folder else { continue }
            try Data(html.bytes).write(to: folder.appending(path: "\(name).html"))
        }
        guard let folder else { return }
        for asset in Asset.allCases {
            let file = folder.appending(path: asset.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try asset.content.write(to: file)
        }
        try Data(world.pages.manifest().utf8)
            .write(to: folder.appending(path: "manifest.webmanifest"))
    }
}
