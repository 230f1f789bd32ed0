package import TimelineCore

/// The keys of the test users.
package enum TestPeople {
    /// The keys of one test user, who has two devices.
    package struct Person: Sendable {
        /// The root key, and the key of the first device.
        package let keys: PersonKeys
        /// The key of the second device, which users of a test's store do not have.
        package let second: SigningKey?

        /// Returns the key of a device.
        package func key(ofDevice device: Int) -> SigningKey {
            device == 0 ? keys.device : second ?? keys.device
        }
    }

    private static let known = Lock<[User.ID: Person]>([:])
    private static let numbers = Lock<[UInt16: User.ID]>([:])

    /// Returns the keys of a test user.
    package static func person(_ user: User.ID) throws -> Person {
        guard let person = known.withLock({ $0[user] }) else {
            throw RecordMakerError.unknownAuthor
        }
        return person
    }

    /// Returns the root key and the key of the first device of a test user.
    package static func keys(of user: User.ID) throws -> PersonKeys { try person(user).keys }

    /// Makes a user of a test's store a test user, who also makes records elsewhere.
    package static func add(_ keys: PersonKeys) {
        known.withLock { $0[keys.user] = Person(keys: keys, second: nil) }
    }

    /// Returns the record that certifies a device key of a test user, always the same, or `nil` for
    /// any other user.
    package static func certificate(of user: User.ID, device: Int = 0) throws -> VerifiedRecord? {
        guard let person = known.withLock({ $0[user] }) else { return nil }
        let start = TestEnvironment.start.millisecondsSince1970
        let first = try person.keys.certificate
        let certificate = DeviceCertificate(
            root: first.root,
            device: person.key(ofDevice: device).verifyingKey,
            box: first.box
        )
        return try VerifiedRecord(
            author: user,
            stamp: PushID(milliseconds: start - 1000, bits: (0, UInt64(device))),
            content: .keyAdded(certificate),
            signedWith: person.keys.root
        )
    }

    /// Returns the records that certify the keys of some records, in the order of the keys.
    ///
    /// Other users than test users are left out.
    static func certificates(for records: [VerifiedRecord]) throws -> [VerifiedRecord] {
        let devices = known.withLock { known in
            Dictionary(grouping: records, by: \.author)
                .mapValues { records in
                    let second = known[records[0].author]?.second?.id
                    return Set(records.map { $0.key == second ? 1 : 0 }).sorted()
                }
        }
        return try devices.sorted { $0.key < $1.key }
            .flatMap { user, devices in
                try devices.compactMap { try certificate(of: user, device: $0) }
            }
    }

    fileprivate static func user(number: UInt16) -> User.ID {
        if let user = numbers.withLock({ $0[number] }) { return user }
        // Not a seed of `TestEnvironment`, whose users would have the same root keys.
        var generator = SplitMix64(seed: 1 << 32 + UInt64(number))
        let seeds = (0..<PersonKeys.byteCount + 32)
            .map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let keys = PersonKeys(seeds: Array(seeds.prefix(PersonKeys.byteCount))),
            let second = SigningKey(seed: seeds.suffix(32).map(\.self))
        else { return User.ID(high: 0, low: 0) }
        known.withLock { $0[keys.user] = Person(keys: keys, second: second) }
        numbers.withLock { $0[number] = keys.user }
        return keys.user
    }
}

extension User.ID {
    /// Creates the ID of the test user with the given number, who has keys.
    package init(number: UInt16) { self = TestPeople.user(number: number) }

    /// The first of the three users that most tests use.
    package static let leia = User.ID(number: 1)
    /// The second of the three users that most tests use.
    package static let han = User.ID(number: 2)
    /// The third of the three users that most tests use.
    package static let luke = User.ID(number: 3)
}

extension Repository {
    /// Applies records, along with the certificates of the keys of test users that signed them.
    ///
    /// - Parameters:
    ///   - records: The records. No rules are checked, because tests also write records that an
    ///     engine would reject.
    ///   - oldest: The lowest stamp of an item that is treated as news. By default, items of any
    ///     age are treated as news.
    /// - Throws: A storage error.
    package func apply(_ records: [VerifiedRecord], oldestNews oldest: PushID = .min) throws {
        try apply(ValidatedBatch(certifying: records, oldestNews: oldest))
    }
}

extension ValidatedBatch {
    /// Creates a batch of records, along with the certificates of the keys of test users that signed
    /// them, without checking any rules.
    package init(
        certifying records: [VerifiedRecord],
        oldestNews oldest: PushID = .min,
        firstSyncs: [User.ID: PushID] = [:]
    ) throws {
        self.init(unchecked: try records.certified, oldestNews: oldest, firstSyncs: firstSyncs)
    }
}
