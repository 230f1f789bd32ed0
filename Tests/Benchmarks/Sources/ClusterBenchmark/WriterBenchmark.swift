import Foundation
import TimelineCore
import TimelinePostgres
import TimelineTesting

/// Posts that many writers add at once, with and without a row that all of them update.
struct WriterBenchmark {
    private let servers: [PostgresRepository]
    private let users: [User.ID]

    private static let seconds = 8.0

    init(_ address: String) throws {
        let world = try ClusterWorld(address, userCount: 20_000)
        try world.analyze()
        (servers, users) = (world.servers, world.users)
    }

    /// Prints posts per second, repetitions and round trips per post.
    func run() throws {
        try measure("one writer", writers: 1)
        try measure("32 writers", writers: 32)
        try measure("32 writers, one clock row", writers: 32, clock: true)
        try measure("32 likers of 32 posts", writers: 32, likes: true)
    }

    private func measure(
        _ name: String,
        writers: Int,
        clock: Bool = false,
        likes: Bool = false
    ) throws {
        let (servers, users) = (servers, users)
        let now = Date()
        let posts = try (0..<32)
            .map { index in
                var make = RecordMaker(at: now, seed: .random(in: 0 ... .max))
                return try make.post(users[1000 + index], "a post")
            }
        if likes { try servers[0].apply(posts) }
        let trips = servers.map(\.roundTrips).reduce(0, +)
        let retries = servers.map(\.retryCount).reduce(0, +)
        let counts = Lock([Int](repeating: 0, count: writers))
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let threads = (0..<writers)
            .map { writer in
                let thread = Thread {
                    do {
                        var generator = SplitMix64(seed: UInt64(writer))
                        var make = RecordMaker(at: now + 1, seed: .random(in: 0 ... .max))
                        for post in posts { make.know(post) }
                        var count = 0
                        while ContinuousClock.now < end {
                            let user = users[(writer * 613 + count * 7) % users.count]
                            make.now = now + 2 + Double(count) / 1000
                            count += 1
                            let record =
                                likes
                                ? try make.record(
                                    user,
                                    .liked(
                                        posts[Int.random(in: 0..<posts.count, using: &generator)]
                                            .post
                                    )
                                )
                                : try make.post(user, Self.caption(&generator))
                            try servers[writer % 2]
                                .apply { _, accounts in
                                    if clock {
                                        try accounts.setPrivateValue(
                                            [UInt8(count & 255)],
                                            forKey: "clock"
                                        )
                                    }
                                    return ValidatedBatch(unchecked: [record])
                                } rejecting: { records, _ in
                                    fatalError("\(records.count) records were rejected.")
                                }
                        }
                        counts.withLock { $0[writer] = count }
                    } catch {
                        fatalError("\(error)")
                    }
                }
                thread.start()
                return thread
            }
        while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.01) }
        let count = counts.withLock { $0.reduce(0, +) }
        let roundTrips = servers.map(\.roundTrips).reduce(0, +) - trips
        let all = servers.map(\.retryCount).reduce(0, +) - retries
        let results = [
            Double(count) / Self.seconds, Double(all) / Double(count),
            Double(roundTrips) / Double(count),
        ]
        print(([name] + results.map { String(format: "%.2f", $0) }).joined(separator: "\t"))
    }

    /// A caption of frequent and rare words.
    private static func caption(_ generator: inout SplitMix64) -> String {
        let words = (0..<8)
            .map { _ in
                let number = Double.random(in: 0...1, using: &generator)
                return "word\(Int(number * number * number * 5000))"
            }
        return "the light of a \(words.joined(separator: " "))"
    }
}
