import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent readers of shards see all of a batch or nothing")
struct ConcurrentPairsTests {
    private static let plans: [ForcedPlan] = [
        .seek(shards: 2), .seek(shards: 3), .seek(shards: 4), .scan(budget: 0, shards: 4),
        .scan(budget: 3, shards: 4), .scan(budget: 1_000, shards: 1),
    ]
    /// The number of pairs per page, which is large enough for commits to happen during a read.
    private static let pairs = 50
    private static let rounds = 60
    private static let readers = 5

    /// The state shared by the writer and the readers.
    private final class Course: Sendable {
        private let state = Lock((readers: readers, moments: Set<Post.ID>()))

        /// Whether all readers are done.
        var isOver: Bool { state.withLock { $0.readers == 0 } }
        /// The number of different snapshots that the readers have seen.
        var momentCount: Int { state.withLock(\.moments.count) }

        func endReader() { state.withLock { $0.readers -= 1 } }

        func note(_ newest: Post.ID?) {
            guard let newest else { return }
            state.withLock { _ = $0.moments.insert(newest) }
        }
    }

    /// Returns two posts by different authors, so they may be in different shards.
    private static func pair(
        _ number: Int,
        by authors: [User.ID],
        _ make: inout RecordMaker
    ) throws -> [VerifiedRecord] {
        let first = number % authors.count
        let second = (first + 1 + number / authors.count % (authors.count - 1)) % authors.count
        return try [first, second].map { try make.post(authors[$0], "\(number)") }
    }

    /// Commits pairs of posts until all readers are done.
    private static func commitPairs(
        by authors: [User.ID],
        in world: TestWorld,
        _ make: RecordMaker,
        until course: Course
    ) async throws {
        var (make, number) = (make, pairs)
        while !course.isOver {
            let pair = try pair(number, by: authors, &make)
            try await world.owner.engine.reads.run { try world.repository.apply(pair) }
            number += 1
        }
    }

    @Test(arguments: Storage.allCases)
    func noReaderSeesHalfAPair(storage: Storage) async throws {
        let world = try TestWorld(storage, processorCount: 4)
        var make = RecordMaker()
        let authors = (1...5 as ClosedRange<UInt16>).map(User.ID.init(number:))
        let viewer = authors[0]
        try world.repository.apply(
            authors.enumerated().map { try make.user($1, "author\($0)") }
                + authors.dropFirst().map { try make.record(viewer, .followed($0)) }
        )
        // The first pages are as long as all others.
        for number in 0..<Self.pairs {
            try world.repository.apply(Self.pair(number, by: authors, &make))
        }
        let (writer, later) = (try world.openedAgain(), make)
        let course = Course()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await Self.commitPairs(by: authors, in: writer, later, until: course)
            }
            for reader in 0..<Self.readers {
                group.addTask {
                    defer { course.endReader() }
                    for round in reader..<reader + Self.rounds {
                        let plan = Self.plans[round % Self.plans.count]
                        let page = try await world.reading(by: plan).session(viewer)
                            .timeline(limit: 2 * Self.pairs)
                        Self.expectPairs(page)
                        course.note(page.posts.first?.id)
                    }
                }
            }
            try await group.waitForAll()
        }
        // With only a few different snapshots, the test would prove little.
        #expect(course.momentCount > Self.rounds / 4)
    }

    /// Checks that a page consists of consecutive pairs.
    ///
    /// The store contains only pairs, and the page length is even.
    private static func expectPairs(_ page: TimelinePage) {
        let numbers = page.posts.compactMap { Int($0.caption) }
        let newest = numbers.first ?? -1
        let expected = (0..<pairs).map { newest - $0 }.filter { $0 >= 0 }
        #expect(numbers == expected.flatMap { [$0, $0] })
    }
}
