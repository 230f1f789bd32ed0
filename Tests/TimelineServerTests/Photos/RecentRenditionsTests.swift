import Foundation
import NIOCore
import Testing
import TimelineCore
import TimelineMedia

@testable import TimelineServer

@Suite("Recent renditions in memory")
struct RecentRenditionsTests {
    private let recent = RecentRenditions(byteLimit: 1000)

    private func key(_ number: Int) -> RecentRenditions.Key {
        RecentRenditions.Key(rendition: .square320, blob: BlobID(of: Data([UInt8(number)])))
    }

    private func store(_ number: Int, count: Int = 100) {
        recent.store(ByteBuffer(repeating: UInt8(number), count: count), for: key(number))
    }

    @Test("Files are returned as they were stored")
    func files() {
        store(1)
        #expect(recent.file(for: key(1)) == ByteBuffer(repeating: 1, count: 100))
        #expect(recent.file(for: key(2)) == nil)
    }

    @Test("All files together stay within the limit")
    func limit() {
        for number in 0..<100 {
            store(number, count: 50 + number)
            #expect(recent.byteCount <= 1000)
        }
    }

    @Test("Files that are used stay in the cache, and others are evicted")
    func eviction() {
        store(0)
        for number in 1..<50 {
            store(number)
            #expect(recent.file(for: key(0)) != nil)
        }
        #expect(recent.file(for: key(1)) == nil)
    }

    @Test("A file that is too large for the cache evicts nothing")
    func large() {
        store(1)
        store(2, count: 251)
        #expect(recent.file(for: key(1)) != nil)
        #expect(recent.file(for: key(2)) == nil)
    }
}
