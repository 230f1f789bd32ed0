import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("The library, embedded as the README shows")
struct EmbeddingTests {
    @Test("The README's example shares a picture")
    func share() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        // The system removes the folder if this fails.
        defer { try? FileManager.default.removeItem(at: folder) }
        let posts = try await TimelineCommandsTests.share(SamplePhotos.jpeg, in: folder)
        #expect(posts.map(\.caption) == ["Tatooine"])
    }

    @Test("The README shows the compiled example")
    func readme() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let project = (0..<3).reduce(folder) { url, _ in url.deletingLastPathComponent() }
        let lines = try String(
            contentsOf: folder.appending(path: "Embedding.swift"),
            encoding: .utf8
        )
        let readme = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(lines)```"))
    }
}
