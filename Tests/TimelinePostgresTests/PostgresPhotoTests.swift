#if Cluster
import Foundation
import S3TestSupport
import Testing
import TimelineCore
import TimelinePostgres
import TimelineS3
import TimelineTesting

/// Photos in S3 whose references and leases are in PostgreSQL.
extension PostgresLeaseTests {
    /// A process that references blobs, each of its threads for another user.
    private struct Process: Sendable {
        let repository: PostgresRepository
        let blobs: S3BlobStore

        init(_ repository: PostgresRepository, in place: S3TestPlace) throws {
            self.repository = repository
            blobs = try place.open(leases: repository.leases)
        }

        /// The photo with the blob as its original, which references the blob.
        private static func photo(_ id: BlobID) -> BlobID { BlobID(of: Data(id.bytes)) }

        /// Stores and references a blob.
        func add(_ content: Data, by user: User.ID) throws {
            let id = BlobID(of: content)
            try blobs.reserving([id], as: .storing) {
                try blobs.put(content)
                try repository.writeAccounts {
                    try $0.setOriginal(id, of: Self.photo(id), by: user)
                }
            }
        }

        /// Drops a reference to a blob, and the blob with the last one.
        func remove(_ id: BlobID, by user: User.ID) throws {
            try blobs.reserving([id], as: .removing) {
                try repository.writeAccounts {
                    try $0.setOriginal(nil, of: Self.photo(id), by: user)
                }
                try blobs.removeOrphaned([id], retaining: false, referenced: referenced)
            }
        }

        /// Removes the blobs of leases that have been lost or abandoned.
        func clean() throws { try blobs.removeAbandoned(referenced: referenced) }

        func referenced(among ids: [BlobID]) throws -> Set<BlobID> {
            try repository.read { _, accounts in
                Set(try ids.filter { try accounts.isOriginal($0) })
            }
        }
    }

    /// What the threads of all processes have done.
    private struct Counts {
        var (added, removed, failed) = (0, 0, 0)
    }

    private static let hour = Duration.seconds(3600)

    @Test(arguments: [false, true])
    func twoProcessesNeverLoseAReferencedBlob(losesLeases: Bool) async throws {
        let place = try S3TestPlace()
        let processes = try [first, second].map { try Process($0, in: place) }
        let contents = (0..<3).map { Data("photo \($0)".utf8) }
        let counts = Lock(Counts())
        try await runAtOnce { repository, number in
            let process = processes[number % 2]
            let user = User.ID(number: UInt16(number + 1))
            for round in 0..<25 {
                if losesLeases, round % 5 == number % 5 {
                    // Removals rely on their clock for what they set aside, so these leases remain.
                    try repository.advanceLeases(by: Self.hour, for: [.storing, .removing])
                    try process.clean()
                }
                let content = contents[(number + round) % contents.count]
                do {
                    try process.add(content, by: user)
                    counts.withLock { $0.added += 1 }
                    #expect(try process.blobs.isWhole(BlobID(of: content)))
                    guard round % 3 != 0 else { continue }
                    try process.remove(BlobID(of: content), by: user)
                    counts.withLock { $0.removed += 1 }
                } catch is TimelineError where losesLeases {
                    counts.withLock { $0.failed += 1 }
                }
            }
        }
        let result = counts.withLock { $0 }
        #expect(result.added > 0 && result.removed > 0, "\(result)")
        #expect((result.failed > 0) == losesLeases, "\(result)")
        try first.advanceLeases(by: Self.hour)
        try processes[1].clean()
        let ids = contents.map(BlobID.init(of:))
        let needed = try processes[1].referenced(among: ids)
        for id in needed { #expect(try processes[0].blobs.isWhole(id)) }
        _ = try processes[0].blobs
            .removeOrphaned(ids, retaining: false, referenced: processes[0].referenced)
        #expect(try processes[1].blobs.all() == needed.sorted())
        #expect(try processes[0].blobs.reserved().isEmpty)
    }
}
#endif
