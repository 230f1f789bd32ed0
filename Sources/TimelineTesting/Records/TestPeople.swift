public import TimelineCore
package import TimelineRecords

/// The keys of the test users.
package enum TestPeople {
    private static let known = Lock<[User.ID: PersonKeys]>([:])

    /// Returns the keys of a test user.
    ///
    /// - Throws: ``RecordMakerError/unknownAuthor``.
    package static func keys(of user: User.ID) throws -> PersonKeys {
        guard let keys = known.withLock({ $0[user] }) else { throw RecordMakerError.unknownAuthor }
        return keys
    }

    /// Returns the record that certifies the device key of a test user, always the same.
    ///
    /// - Throws: ``RecordMakerError/unknownAuthor``.
    package static func certificate(of user: User.ID) throws -> VerifiedRecord {
        let keys = try keys(of: user)
        let start = TestEnvironment.start.millisecondsSince1970
        let body = RecordBody(
            author: user.recordID,
            key: keys.root.id,
            stamp: RecordPushID(milliseconds: start - 1000, bits: (0, 0)),
            content: .keyAdded(try keys.certificate)
        )
        return try VerifiedRecord(signing: body, with: keys.root)
    }

    fileprivate static func user(number: UInt16) -> User.ID {
        var generator = SplitMix64(seed: UInt64(number))
        let seeds = (0..<PersonKeys.byteCount)
            .map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let keys = PersonKeys(seeds: seeds) else { return User.ID(RecordUserID(high: 0, low: 0)) }
        known.withLock { $0[keys.user] = keys }
        return keys.user
    }
}

extension User.ID {
    /// Creates the ID of the test user with the given number, who has keys.
    public init(number: UInt16) { self = TestPeople.user(number: number) }

    /// The first of the three users that most tests use.
    public static let leia = User.ID(number: 1)
    /// The second of the three users that most tests use.
    public static let han = User.ID(number: 2)
    /// The third of the three users that most tests use.
    public static let luke = User.ID(number: 3)
}
