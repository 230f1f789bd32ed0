import Foundation
public import TimelineCore

extension RepositoryLaws {
    /// Checks that posts can be found by their distance from a position.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func places(_ newRepository: Maker) throws {
        try check(
            "Places",
            newRepository,
            [
                "Exactly the posts within the radius are found, newest first, in pages.":
                    linearSearch
            ]
        )
    }

    /// Compares the results for random places, some at the poles or on the 180° meridian, with
    /// those of a linear search.
    private static func linearSearch(_ newRepository: Maker) throws {
        for seed in 1...2 as ClosedRange<UInt64> { try linearSearch(newRepository, seed: seed) }
    }

    private static func linearSearch(_ newRepository: Maker, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var make = RecordMaker()
        let repository = try newRepository()
        var places: [(id: Post.ID, position: Coordinate)] = []
        var records = [try make.user(.leia, "leia")]
        for _ in 0..<700 {
            // Some posts have the same timestamp, while others are months apart.
            make.step = [0, 1, 3600, 3_000_000].randomElement(using: &generator) ?? 1
            let position = Coordinate.random(using: &generator)
            let content = Post.Content(
                photos: [TestPhotos.photo(seed: 1)],
                place: Place(coordinate: position)
            )
            let post = try make.record(.leia, .postAdded(content))
            places.append((post.post, position))
            records.append(post)
        }
        let gone = places.filter { _ in Int.random(in: 0..<10, using: &generator) == 0 }.map(\.id)
        records += try gone.map { try make.record(.leia, .postDeleted($0)) }
        records.shuffle(using: &generator)
        for batch in [records[..<300], records[300...]] { try repository.apply(Array(batch)) }
        places.removeAll { gone.contains($0.id) }
        try repository.read { reader in
            for _ in 0..<150 {
                let center = Coordinate.random(using: &generator)
                let radius = pow(10, Double.random(in: 1...7.3, using: &generator))
                let vicinity = try SearchArea(of: center, radius: radius)
                let expected = places.filter { center.distance(to: $0.position) <= radius }
                    .map(\.id).sorted(by: >)
                let all = PostRange(limit: .max)
                try expect(reader.postIDs(.near(vicinity), in: all), equals: expected)
                let first = PostRange(limit: 5)
                let page = try reader.postIDs(.near(vicinity), in: first)
                try expect(page, equals: Array(expected.prefix(5)))
                guard let last = page.last else { continue }
                let next = PostRange(before: last, after: expected.last, limit: 7)
                try expect(
                    reader.postIDs(.near(vicinity), in: next),
                    equals: Array(expected.dropLast().dropFirst(5).prefix(7))
                )
            }
        }
        try expect(repository.audit(repairing: false).isEmpty)
        try expect(repository.integrityFaults().isEmpty)
    }
}
