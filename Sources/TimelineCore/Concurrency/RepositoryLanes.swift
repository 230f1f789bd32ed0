public import Foundation

/// The executors, called lanes, for a repository's blocking calls, and the watch that serves its
/// observers.
///
/// All engines that use the repository share them.
///
/// A repository creates one instance and returns it from ``Repository/lanes``. A write that waits
/// for another process blocks only the executor for writes.
public final class RepositoryLanes: Sendable {
    /// The executor for reads, including the parallel reads of large timelines.
    ///
    /// A read takes a fraction of a millisecond and never waits for a lock. It therefore runs on
    /// its caller's thread, as long as another thread of the cooperative pool is free for other
    /// tasks.
    let reads: BlockingExecutor
    /// The executor for writes without files.
    ///
    /// For a storage with a single writer, this executor runs one write at a time.
    let writes: BlockingExecutor
    /// The executor for writes that also store or delete files.
    ///
    /// Because this executor is separate, a like never waits for the photos of a post.
    let fileWrites: BlockingExecutor
    /// The executor for writes that may be skipped, such as updates to the last use of a session.
    ///
    /// Because this executor is separate, a locked store does not delay reads.
    let bestEffortWrites = BlockingExecutor(width: 1)
    /// The date of the last write that was skipped because the store was locked, full or read-only.
    let lastSkippedWrite = Lock(Date.distantPast)
    /// The numbers of users with an account and of their posts at the last count, if any.
    let storeCounts = Lock<(users: Int, posts: Int, date: Date)?>(nil)
    /// The executor for reading the files of photos.
    ///
    /// Because this executor is separate, a slow disk does not delay reads of the database.
    let files: BlockingExecutor
    /// The executor for checks and repairs, which may take minutes.
    let upkeep = BlockingExecutor(width: 1)

    /// The number of reads that can run at once: one on each thread of the executors and of the
    /// cooperative pool's share.
    ///
    /// If a repository can serve this many reads at once, no thread of the pool ever has to wait.
    package var readLimit: Int {
        let widths = [reads, writes, fileWrites, bestEffortWrites, files, upkeep].map(\.width)
        return widths.reduce(reads.pool?.threads ?? 0, +)
    }

    /// The watch that wakes the repository's observers.
    package let watch = EpochWatch()

    /// Creates the executors for one repository.
    ///
    /// - Parameter processorCount: The number of processors. The executor for reads is as wide, with
    ///   a minimum width of two: with more threads, reads only wait for each other's turns, and the
    ///   slowest of many answers take longer.
    public init(processorCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
        reads = BlockingExecutor(width: max(2, processorCount), pool: .process)
        writes = BlockingExecutor(width: 1)
        fileWrites = BlockingExecutor(width: 2)
        files = BlockingExecutor(width: 2)
    }

    /// Creates the executors for a repository on servers, for which transactions wait.
    ///
    /// - Parameters:
    ///   - readers: The maximum number of reads at once, of the database and of photos each, apart
    ///     from those of other executors.
    ///   - writers: The maximum number of writes at once, with and without files.
    package init(readers: Int, writers: Int) {
        reads = BlockingExecutor(width: readers)
        writes = BlockingExecutor(width: writers)
        fileWrites = BlockingExecutor(width: writers)
        files = BlockingExecutor(width: readers)
    }
}

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

extension BlockingExecutor {
    /// The executor for password hashing, which is shared by the whole process.
    ///
    /// Each hash uses 64 MiB of memory and four threads.
    static let hashing = BlockingExecutor(width: 2)

    /// The executor for picture processing, which is shared by the whole process.
    ///
    /// Each picture may need hundreds of megabytes of memory.
    static let pictures = BlockingExecutor(width: 2)
}
