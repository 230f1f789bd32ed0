import Foundation
public import TimelineCore

/// Hashes fast and without a salt: for tests only, since such a hash protects nothing.
///
/// It counts what it is asked for, and notes how many calls ran at the same time.
public final class PlainHasher: PasswordHasher {
    /// What a hasher was asked for so far.
    public struct Calls: Hashable, Sendable {
        /// How many passwords were hashed.
        public var hashes = 0
        /// How many passwords were checked.
        public var checks = 0
        /// How many calls ran at the same time at most.
        public var mostAtOnce = 0
        fileprivate var running = 0
    }

    private let strength: Int
    private let work: @Sendable () -> Void
    private let state = Lock(Calls())

    /// Makes a hasher.
    ///
    /// - Parameters:
    ///   - strength: hashes of a lower one need a rehash.
    ///   - work: done within every call, to make it take longer.
    public init(strength: Int = 1, work: @escaping @Sendable () -> Void = {}) {
        self.strength = strength
        self.work = work
    }

    /// What it was asked for so far.
    public var calls: Calls { state.withLock { $0 } }

    /// The strength and the SHA-256 of a password.
    public func hash(_ password: Password) -> String {
        counting { $0.hashes += 1 }
        defer { finish() }
        return text(of: password, strength: strength)
    }

    /// Whether a hash is that of a password, at any strength.
    public func verify(_ password: Password, against hash: String) -> Bool {
        counting { $0.checks += 1 }
        defer { finish() }
        return Self.strength(of: hash).map { text(of: password, strength: $0) } == hash
    }

    /// Whether a hash has a lower strength.
    public func needsRehash(_ hash: String) -> Bool {
        Self.strength(of: hash).map { $0 < strength } ?? true
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
