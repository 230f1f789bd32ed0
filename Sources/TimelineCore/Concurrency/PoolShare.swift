import Foundation

/// The share of Swift's cooperative thread pool that short blocking work may occupy at once.
///
/// The pool has one thread per processor. One thread always stays free, so that other tasks can
/// continue.
package final class PoolShare: Sendable {
    /// The number of threads in the share.
    package let threads: Int
    private let free: Lock<Int>

    /// The share for the reads of all repositories in this process.
    static let process = PoolShare(threads: ProcessInfo.processInfo.activeProcessorCount - 1)

    /// Creates a share with the given number of threads.
    package init(threads: Int) {
        self.threads = threads
        free = Lock(threads)
    }

    /// Reserves a thread and returns `true`, or returns `false` if none is free.
    package func acquire() -> Bool {
        free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    /// Releases a thread that was reserved with ``acquire()``.
    package func release() { free.withLock { $0 += 1 } }

    /// Keeps new work out of the share until ``reopen()``.
    ///
    /// Work that is running continues.
    package func close() { free.withLock { $0 -= threads } }

    /// Lets work into the share again.
    ///
    /// Each call balances one call of ``close()``.
    package func reopen() { free.withLock { $0 += threads } }
}
