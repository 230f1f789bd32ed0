public import Synchronization

/// A lock that guards a value with a mutex.
///
/// This is the only kind of lock in the project.
///
/// The thread sanitizer cannot see threads wait for a `Mutex`, because the wait happens in the
/// standard library, which is not instrumented. It would therefore report races between threads
/// that took turns. An acquiring load after locking and a releasing store before unlocking order
/// the same accesses in a way that the sanitizer can see.
@usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let order = Atomic<Bool>(false)

    /// Creates an unlocked lock that guards `value`.
    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// The lock is not recursive, so `body` must not acquire it again.
    ///
    /// - Throws: Any error thrown by `body`. In this case, the value retains the changes that
    ///   `body` has already made.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value) throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
