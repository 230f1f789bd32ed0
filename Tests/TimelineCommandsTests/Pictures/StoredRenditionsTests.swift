import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Renditions of a store")
struct StoredRenditionsTests {
    @Test("A command uses one cache for all drawings")
    func once() throws {
        let folder = StoreFolder(try TemporaryFolder.make())
        let renditions = StoredRenditions(of: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.blobs.path))
        #expect(try renditions.cache() === renditions.cache())
    }
}
