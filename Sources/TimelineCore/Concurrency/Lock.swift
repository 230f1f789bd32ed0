public import Synchronization

/// Guards a value with a mutex; the only lock of the project.
///
/// The thread sanitizer cannot see a `Mutex` wait, because the standard library that contains the
/// wait is not instrumented: it reports races where threads took turns. An acquiring load after
/// locking and a releasing store before unlocking order the same accesses in a way that it does
/// see.
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
    /// The lock is not recursive: `body` must not enter it again.
    ///
    /// - Throws: the error of `body`; the value then retains the changes made so far.
    @inlinable
    package borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        try mutex.withLock { (value) throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
