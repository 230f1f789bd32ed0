import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Renditions of a store")
struct StoredRenditionsTests {
    @Test("A command uses one cache for all drawings")
    func once() throws {
        let folder = StoreFolder(try TemporaryFolder.make())
        let renditions = StoredRenditions(of: folder, blobs: InMemoryBlobStore())
        #expect(!FileManager.default.fileExists(atPath: folder.renditions.path))
        #expect(renditions.cache() === renditions.cache())
    }
}
