import Foundation

/// The share of Swift's cooperative pool that short blocking work may use at once.
///
/// The pool has one thread per processor. One of them stays free, so that other tasks always
/// continue.
package final class PoolShare: Sendable {
    private let free: Lock<Int>

    /// The share of this process, used by the reads of all repositories.
    static let process = PoolShare(threads: ProcessInfo.processInfo.activeProcessorCount - 1)

    /// Creates a share of `threads` threads.
    package init(threads: Int) { free = Lock(threads) }

    /// Takes a thread, unless all of the share are in use.
    package func take() -> Bool {
        free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    /// Gives a thread back.
    package func giveBack() { free.withLock { $0 += 1 } }
}
