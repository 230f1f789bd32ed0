package import Foundation
package import TimelineCore

/// A clock that advances only when a test advances it, and random bytes that depend only on a seed.
package final class TestEnvironment: Sendable {
    private struct State {
        var now: Date
        var generator: SplitMix64
    }

    private let state: Lock<State>
    private let processorCount: Int

    /// The default start time of a test environment: 14 November 2023, 22:13:20 UTC.
    package static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates an environment with a clock that starts at the given time.
    package init(seed: UInt64 = 1, processorCount: Int = 2, now: Date = start) {
        state = Lock(State(now: now, generator: SplitMix64(seed: seed)))
        self.processorCount = processorCount
    }

    /// The current time of the test's clock.
    package var now: Date { state.withLock(\.now) }

    /// Advances the clock, or sets it back if `seconds` is negative.
    package func advance(by seconds: TimeInterval) {
        state.withLock { $0.now += seconds }
    }

    /// The environment to pass to an engine.
    ///
    /// A pause ends immediately and advances the clock by its duration.
    package var environment: TimelineEnvironment {
        TimelineEnvironment(
            now: { self.now },
            randomBytes: { count in self.randomBytes(count) },
            pause: { duration in
                try Task.checkCancellation()
                self.advance(by: duration / .seconds(1))
                await Task.yield()
            },
            processorCount: processorCount
        )
    }

    private func randomBytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &state.generator) }
        }
    }
}

/// Convenience methods that read or write private data, each in a separate transaction.
extension Repository {
    /// Returns the account of the given user, or `nil` if the user has none.
    package func account(of user: User.ID) throws -> Account? {
        try read { try $1.account(of: user) }
    }

    /// Returns the account with the given email, or `nil` if none exists.
    package func account(email: EmailAddress) throws -> Account? {
        try read { try $1.account(email: email) }
    }

    /// Returns the session with the given ID, or `nil` if it does not exist.
    package func session(_ id: Session.ID) throws -> Session? {
        try read { try $1.session(id) }
    }

    /// Returns the sessions of the given user, most recently used first.
    package func sessions(of user: User.ID) throws -> [Session] {
        try read { try $1.sessions(of: user) }
    }

    /// Records another failed login.
    package func addFailure(for email: EmailAddress, at date: Date) throws {
        try writeAccounts { accounts in
            let count = try accounts.failures(for: email).count + 1
            try accounts.setFailures(LoginFailures(count: count, last: date), for: email)
        }
    }

    /// Returns the record of failed logins for an email.
    package func failures(for email: EmailAddress) throws -> LoginFailures {
        try read { try $1.failures(for: email) }
    }

    /// Returns the read position of the given user.
    package func readPosition(of user: User.ID) throws -> ReadPosition {
        try read { try $1.readPosition(of: user) }
    }

    /// Records the last use of a session, unless another writer holds the lock.
    package func touch(_ id: Session.ID, at date: Date) throws {
        try writeAccountsIfPossible { _, accounts in
            guard let session = try accounts.session(id) else { return }
            try accounts.save(
                Session(
                    id: id,
                    user: session.user,
                    createdAt: session.createdAt,
                    lastUsedAt: date,
                    label: session.label
                )
            )
        }
    }

    /// Sets the read position of the given user, unless another writer holds the lock.
    package func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        try writeAccountsIfPossible { try $1.setReadPosition(position, of: user) }
    }
}

extension Coordinate {
    /// Returns a random position, often at a pole, on the 180° meridian, or at whole degrees.
    package static func random(using generator: inout SplitMix64) -> Coordinate {
        let latitudes = [-90, 90, 0, -89.999, 89.9, Double.random(in: -90...90, using: &generator)]
        let longitudes = [
            -180, 180, 0, 179.999, -179.99, Double.random(in: -180...180, using: &generator),
        ]
        return Coordinate(
            latitude: latitudes.randomElement(using: &generator) ?? 0,
            longitude: longitudes.randomElement(using: &generator) ?? 0
        )
    }
}
