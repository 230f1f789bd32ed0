import Foundation

/// The share of Swift's cooperative pool that short blocking work may use at once.
///
/// The pool has one thread per processor. One of them stays free, so that other tasks always
/// continue.
package final class PoolShare: Sendable {
    /// The number of threads in the share.
    package let threads: Int
    private let free: Lock<Int>

    /// The share of this process, used by the reads of all repositories.
    static let process = PoolShare(threads: ProcessInfo.processInfo.activeProcessorCount - 1)

    /// Creates a share of `threads` threads.
    package init(threads: Int) {
        self.threads = threads
        free = Lock(threads)
    }

    /// Takes `count` threads, unless fewer are free.
    package func take(_ count: Int = 1) -> Bool {
        free.withLock { free in
            guard free >= count else { return false }
            free -= count
            return true
        }
    }

    /// Gives threads back.
    package func giveBack(_ count: Int = 1) { free.withLock { $0 += count } }
}
