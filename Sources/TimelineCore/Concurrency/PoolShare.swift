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

    /// Reserves `count` threads and returns `true`, or returns `false` if fewer threads are free.
    package func take(_ count: Int = 1) -> Bool {
        free.withLock { free in
            guard free >= count else { return false }
            free -= count
            return true
        }
    }

    /// Releases threads that were reserved with ``take(_:)``.
    package func giveBack(_ count: Int = 1) { free.withLock { $0 += count } }
}
