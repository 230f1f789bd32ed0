import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks that posts can be found by their distance from a position.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func places(_ newRepository: Maker) throws {
        try check(
            "Places",
            newRepository,
            [
                "Exactly the posts within the radius are found, newest first, in pages.":
                    linearSearch,
                "Exactly the posts at a place are found by its ID, newest first, in pages.":
                    placeIDs,
            ]
        )
    }

    /// Compares the posts at each of a few places with those of a linear search, after edits and
    /// deletions.
    private static func placeIDs(_ newRepository: Maker) throws {
        let positions = [
            nil, Coordinate(latitude: 1, longitude: -2), Coordinate(latitude: -90, longitude: 0),
        ]
        let places = [nil, "Hoth", "hoth ", "Ho\u{301}th", "H\u{F3}th"]
            .flatMap { name in positions.map { Place(name: name, coordinate: $0) } }
        for seed in 1...3 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var make = RecordMaker()
            let repository = try newRepository()
            var posts: [Post.ID: Place] = [:]
            var records = [try make.user(.leia, "leia")]
            func random() -> Place? {
                places.randomElement(using: &generator)
                    .flatMap { $0.name == nil && $0.coordinate == nil ? nil : $0 }
            }
            for _ in 0..<120 {
                let place = random()
                let content = Post.Content(photos: [TestPhotos.photo(seed: 1)], place: place)
                let post = try make.record(.leia, .postAdded(content))
                posts[post.post] = place
                records.append(post)
            }
            for post in records.dropFirst().map(\.post).shuffled(using: &generator).prefix(40) {
                let place = random()
                posts[post] = place
                let field = place.map(ProfileUpdate.Field.set) ?? .cleared
                records.append(try make.record(.leia, .postEdited(post, PostEdit(place: field))))
            }
            for post in posts.keys.sorted().shuffled(using: &generator).prefix(10) {
                posts[post] = nil
                records.append(try make.record(.leia, .postDeleted(post)))
            }
            records.shuffle(using: &generator)
            for batch in [records[..<60], records[60...]] { try repository.apply(Array(batch)) }
            try repository.read { reader in
                for place in places {
                    let expected = posts.filter { $0.value.id == place.id }.keys.sorted(by: >)
                    let all = PostRange(limit: .max)
                    try expect(reader.postIDs(.at(place.id), in: all), equals: expected)
                    let next = PostRange(
                        before: expected.first ?? all.before,
                        after: expected.last,
                        limit: 2
                    )
                    try expect(
                        reader.postIDs(.at(place.id), in: next),
                        equals: Array(expected.dropFirst().dropLast().prefix(2))
                    )
                }
            }
            try expect(repository.audit(repairing: false).isEmpty)
            try expect(repository.integrityFaults().isEmpty)
        }
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

extension RepositoryLaws {
    /// Checks that popular posts are those with the highest scores at any given time.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func popularPosts(_ newRepository: Maker) throws {
        try check(
            "Popular posts",
            newRepository,
            [
                "The posts with the highest scores are found, in the order of InMemoryRepository.":
                    bestPosts
            ]
        )
    }

    /// Checks that a repository finds the best posts even if it stops reading its index early.
    private static func bestPosts(_ newRepository: Maker) throws {
        for seed in 1...4 as ClosedRange<UInt64> { try bestPosts(newRepository, seed: seed) }
    }

    private static func bestPosts(_ newRepository: Maker, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var make = RecordMaker()
        let users = (1...40).map { User.ID(number: $0) }
        var records = try users.enumerated().map { try make.user($1, "user\($0)") }
        for _ in 0..<150 {
            make.step = [0, 1, 600, 20_000].randomElement(using: &generator) ?? 1
            let post = try make.post(users[0])
            records.append(post)
            // Most posts get few likes, but some get very many.
            let fame = Double.random(in: 0...1, using: &generator)
            for user in users.prefix(Int(40 * pow(fame, 6))) {
                records.append(try make.record(user, .liked(post.post)))
            }
            for user in users.prefix(Int(9 * pow(fame, 9))) {
                records.append(try make.comment(user, on: post, "yes"))
            }
        }
        let oracle = InMemoryRepository()
        let repository = try newRepository()
        try oracle.apply(records)
        try repository.apply(records)
        let stamps = records.map(\.stamp)
        for _ in 0..<60 {
            let seconds = Double.random(in: -1000...3_000_000, using: &generator)
            let now = Date(
                timeIntervalSince1970: TestEnvironment.start.timeIntervalSince1970 + seconds
            )
            let limit = [0, 1, 5, 20, 1000].randomElement(using: &generator) ?? 1
            let since = Post.ID(
                [.min, stamps.randomElement(using: &generator) ?? .min][Int(seed % 2)]
            )
            let expected = try oracle.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            let actual = try repository.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            try expect(actual, equals: expected)
        }
    }
}
