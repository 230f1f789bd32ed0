import Foundation
import Synchronization
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport

@testable import TimelineMedia

@Suite("Concurrent renditions")
struct ConcurrentRenditionTests {
    @Test("are created once for concurrent requests")
    func sharedMaking() async throws {
        let reads = Atomic(0)
        let blobs = ProbingBlobStore(InMemoryBlobStore()) { point in
            if point == .reading { reads.add(1, ordering: .relaxed) }
        }
        let content = PNGMaker.file(try TestRaster.noise(80, 60, seed: 1))
        let photo = Photo(
            blob: try blobs.put(content),
            byteCount: content.count,
            header: try PictureHeader(reading: content)
        )
        let cache = RenditionCache(folder: try TemporaryFolder.make(), blobs: blobs)
        let files = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<40 { group.addTask { try await cache.file(.square320, of: photo) } }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(files.count == 1 && reads.load(ordering: .relaxed) == 1)
    }

    @Test("of many photos in many caches on one folder are correct")
    func manyCaches() async throws {
        let blobs = InMemoryBlobStore()
        let folder = try TemporaryFolder.make()
        let contents = try (0..<6).map { PNGMaker.file(try TestRaster.noise(40, 40, seed: $0)) }
        // The limit is so low that files are evicted while other caches read them.
        let caches = (0..<4)
            .map { _ in RenditionCache(folder: folder, blobs: blobs, byteLimit: 6_000) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<120 {
                let content = contents[round % contents.count]
                let photo = Photo(
                    blob: blobs.put(content),
                    byteCount: content.count,
                    header: try PictureHeader(reading: content)
                )
                group.addTask {
                    let file = try await caches[round % caches.count].file(.fit2048, of: photo)
                    #expect(try file == Rendition.fit2048.file(of: content))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("are all created, within the limits for parallelism and memory", arguments: [1, 3])
    func scheduler(lanes: Int) async {
        let scheduler = RenditionScheduler(lanes: lanes, memoryLimit: 100)
        let occupancy = Occupancy()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                let memory = [10, 40, 60, 500][index % 4]
                group.addTask {
                    await withCheckedContinuation { done in
                        scheduler.schedule(memory: memory) {
                            let now = occupancy.change(by: 1, memory)
                            #expect(now.running <= lanes)
                            #expect(now.memory <= 100 || now.running == 1)
                            _ = occupancy.change(by: -1, -memory)
                            done.resume()
                        }
                    }
                }
            }
        }
    }

    @Test("never delay Swift's tasks, even if all of their threads are blocked")
    func blockedLanes() async throws {
        let (gate, lanes) = (Gate(), 64)
        let begun = Lock(0)
        let scheduler = RenditionScheduler(lanes: lanes, memoryLimit: lanes)
        for _ in 0..<lanes {
            scheduler.schedule(memory: 1) {
                begun.withLock { $0 += 1 }
                gate.pass()
            }
        }
        try await wait { begun.withLock(\.self) == lanes }
        #expect(await Task.detached { 2 }.value == 2)
        gate.open()
    }
}

/// The number and the memory of the tasks that are running in a scheduler.
private final class Occupancy: Sendable {
    private let state = Lock((running: 0, memory: 0))

    func change(by count: Int, _ memory: Int) -> (running: Int, memory: Int) {
        state.withLock { state in
            state.running += count
            state.memory += memory
            return state
        }
    }
}
