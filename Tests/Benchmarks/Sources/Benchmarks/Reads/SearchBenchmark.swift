import Foundation
import GRDB
import TimelineArchive
import TimelineCore

/// A benchmark of searches for posts by tag, place, words and popularity.
struct SearchBenchmark {
    private let store: BenchmarkStore
    private let session: UserSession

    init(_ store: BenchmarkStore) async throws {
        self.store = store
        session = try await store.owner.session(of: store.thousand)
    }

    func run() async throws -> [ReadResult] {
        let words = try store.tags()
        let others = words.dropFirst(7) + words.prefix(7)
        let pairs = zip(words, others).map { "\($0) \($1)" }
        let fives = words.indices.map { start in
            (0..<5).map { words[(start + $0 * 11) % words.count] }.joined(separator: " ")
        }
        let places = try store.somePlaces(200)
        return [
            try await measure("posts with a tag", words) { tag in
                try await session.posts(tagged: Tag(tag)).posts.count
            },
            try await measure("posts within 2 km", places) { place in
                let vicinity = try SearchArea(of: place, radius: 2000)
                return try await session.posts(near: vicinity).posts.count
            },
            try await measure("posts within 500 km", places) { place in
                let vicinity = try SearchArea(of: place, radius: 500_000)
                return try await session.posts(near: vicinity).posts.count
            },
            try await search("one word", words),
            try await search("two words", pairs),
            try await search("a phrase", pairs.map { "\"\($0)\"" }),
            try await search("a three-letter prefix", words.map { "\($0.prefix(3))*" }),
            try await search("a one-letter prefix", words.map { "\($0.prefix(1))*" }),
            try await search("a tag", words.map { "#\($0)" }),
            try await search("five common words, rarely together", goal: nil, fives),
            try await popular("all time", within: nil),
            try await popular("30 days", within: 30 * 24 * 3600),
        ]
    }

    private func measure<Subject>(
        _ name: String,
        goal: Double? = 2,
        _ subjects: [Subject],
        read: (Subject) async throws -> Int
    ) async throws -> ReadResult {
        try await ReadResult(name, goal: goal, subjects: subjects, read: read)
    }

    private func search(
        _ name: String,
        goal: Double? = 2,
        _ texts: [String]
    ) async throws -> ReadResult {
        try await measure("search: \(name)", goal: goal, texts) { text in
            try await session.search(text).hits.count
        }
    }

    private func popular(_ name: String, within period: TimeInterval?) async throws -> ReadResult {
        try await measure("popular: \(name)", goal: 5, Array(repeating: period, count: 100)) {
            try await session.popularPosts(within: $0).count
        }
    }
}

extension BenchmarkStore {
    /// Returns all tags in the dataset, which are also the words in its captions.
    fileprivate func tags() throws -> [String] {
        try database.read { try String.fetchAll($0, sql: "SELECT name FROM tag ORDER BY name") }
    }

    /// Returns coordinates of posts, spread evenly over the store.
    fileprivate func somePlaces(_ count: Int) throws -> [Coordinate] {
        let sql = """
            SELECT latitude / 1e7, longitude / 1e7 FROM post_place
            WHERE id % max(1, (SELECT count(*) FROM post_place) / \(count)) = 0
            """
        return try database.read { database in
            try Row.fetchAll(database, sql: sql)
                .map { Coordinate(latitude: $0[0], longitude: $0[1]) }
        }
    }
}
