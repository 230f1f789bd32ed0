import Dispatch
import Foundation
import S3TestSupport
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineS3

/// Tests that end parts of SeaweedFS like a crash, while `Tests/Cluster/seaweed.py` runs it.
@Suite(
    "Pictures on servers that fail",
    .serialized,
    .enabled(
        if: S3TestPlace.hasFaults,
        "Run them with Tests/Cluster/seaweed.py, with TIMELINE_S3_FAULTS=1 in the environment."
    )
)
struct SeaweedTests {
    private static let count = 200

    /// Runs a command of the script.
    private static func control(_ command: String, _ parts: String...) throws {
        let program = try #require(S3TestPlace.environment["TIMELINE_S3_CONTROL"])
        let folder = try #require(S3TestPlace.environment["TIMELINE_S3_FOLDER"])
        let words = [program, command, Shell.quoted(folder)] + parts
        let result = try Shell.run(words.joined(separator: " ") + " 2>&1")
        let text = String(decoding: result.output, as: UTF8.self)
        try #require(result.status == 0, "\(text)")
    }

    /// Returns bytes that no other picture has, of 1 to 300 kB.
    private static func picture(_ number: Int) -> Data {
        let size = 1000 + number &* 7919 % 300_000
        var content = Data(UUID().uuidString.utf8)
        content.append(contentsOf: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* number) })
        return content
    }

    private static func storeAll(in store: S3BlobStore) throws -> [BlobID] {
        try concurrently(Array(0..<count), width: S3Limits.width) { try store.put(picture($0)) }
    }

    /// Returns the number of pictures that are read as they were written.
    private static func readable(_ ids: [BlobID], in store: S3BlobStore) throws -> Int {
        try concurrently(ids, width: S3Limits.width) { try store.data(for: $0) != nil }.count { $0 }
    }

    @Test func eachVolumeServerMayFail() throws {
        let store = try S3TestPlace().open()
        let ids = try Self.storeAll(in: store)
        for number in 1...3 {
            try Self.control("kill", "volume-\(number)")
            #expect(try Self.readable(ids, in: store) == Self.count)
            #expect(try store.contained(among: Set(ids)) == Set(ids))
            try Self.control("restart")
        }
        #expect(try store.all() == ids.sorted())
    }

    @Test func picturesAreStoredWhileAVolumeServerIsDown() throws {
        let store = try S3TestPlace().open()
        try Self.control("kill", "volume-2")
        let ids = try Self.storeAll(in: store)
        try Self.control("restart")
        try Self.control("kill", "volume-1")
        // Those that were written to the first and the third.
        #expect(try Self.readable(ids, in: store) == Self.count)
        try Self.control("restart")
    }

    @Test func acknowledgedPicturesSurviveAPowerCut() throws {
        let store = try S3TestPlace().open()
        for round in 1...3 {
            let acknowledged = Lock<[BlobID]>([])
            let cut = DispatchQueue(label: "power")
            let failure = Lock<(any Error)?>(nil)
            cut.asyncAfter(deadline: .now() + .seconds(3 * round)) {
                do {
                    try Self.control("power-cut")
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            // Writers end with an error when the power fails.
            #expect(throws: TimelineError.self) {
                _ = try concurrently(Array(0..<100_000), width: S3Limits.width) { number in
                    let id = try store.put(Self.picture(number))
                    acknowledged.withLock { $0.append(id) }
                }
            }
            cut.sync {}
            try failure.withLock { if let failure = $0 { throw failure } }
            try Self.control("restart")
            let ids = acknowledged.withLock { $0 }
            #expect(ids.count > 50)
            #expect(try Self.readable(ids, in: store) == ids.count)
            #expect(Set(ids).isSubset(of: try store.all()))
        }
    }
}
