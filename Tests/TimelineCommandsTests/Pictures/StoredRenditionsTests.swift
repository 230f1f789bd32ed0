import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Light copies of a store")
struct StoredRenditionsTests {
    @Test("come from one cache, however often a command draws")
    func once() throws {
        let folder = StoreFolder(try TemporaryFolder.make())
        let renditions = StoredRenditions(of: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.blobs.path))
        #expect(try renditions.cache() === renditions.cache())
    }
}
