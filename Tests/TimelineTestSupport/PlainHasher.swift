import Foundation
package import TimelineCore

/// A fast password hasher without a salt.
///
/// It is only for tests, because such a hash offers no protection. It counts all calls and records
/// the highest number of simultaneous calls.
package final class PlainHasher: PasswordHasher {
    /// Statistics on the calls of a hasher.
    package struct Calls: Hashable, Sendable {
        /// The number of passwords that have been hashed.
        package var hashes = 0
        /// The number of passwords that have been verified.
        package var checks = 0
        /// The highest number of simultaneous calls.
        package var mostAtOnce = 0
        fileprivate var running = 0
    }

    private let strength: Int
    private let work: @Sendable () -> Void
    private let state = Lock(Calls())

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - strength: The strength of new hashes. Weaker hashes need to be rehashed.
    ///   - work: A closure that runs within every call, for example to slow it down.
    package init(strength: Int = 1, work: @escaping @Sendable () -> Void = {}) {
        self.strength = strength
        self.work = work
    }

    /// The statistics on all calls since the hasher was created.
    package var calls: Calls { state.withLock { $0 } }

    /// Returns a hash that consists of the strength and the SHA-256 of the password.
    package func hash(_ password: Password) -> String {
        counting { $0.hashes += 1 }
        defer { finish() }
        return text(of: password, strength: strength)
    }

    /// Returns whether the hash matches the password, regardless of its strength.
    package func verify(_ password: Password, against hash: String) -> Bool {
        counting { $0.checks += 1 }
        defer { finish() }
        return Self.strength(of: hash).map { text(of: password, strength: $0) } == hash
    }

    /// Returns whether the hash is weaker than new hashes.
    package func needsRehash(_ hash: String) -> Bool {
        Self.strength(of: hash).map { $0 < strength } ?? true
    }

    /// Returns the SHA-256 of the settings and the password.
    package func deriveKey(from password: Password, settings: String?) -> DerivedKey? {
        let settings = settings ?? "plain"
        let bytes = BlobID(of: Data(settings.utf8) + Data(password.bytes)).bytes
        return DerivedKey(bytes: Array(bytes), settings: settings)
    }

    private func text(of password: Password, strength: Int) -> String {
        "$plain$\(strength)$\(BlobID(of: Data(password.bytes)))"
    }

    private static func strength(of hash: String) -> Int? {
        hash.split(separator: "$").dropFirst().first.flatMap { Int($0) }
    }

    private func counting(_ note: (inout Calls) -> Void) {
        state.withLock { calls in
            note(&calls)
            calls.running += 1
            calls.mostAtOnce = max(calls.mostAtOnce, calls.running)
        }
        work()
    }

    private func finish() { state.withLock { $0.running -= 1 } }
}
