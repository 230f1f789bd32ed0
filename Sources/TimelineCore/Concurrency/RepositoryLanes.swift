public import Foundation

/// The lanes for a repository's blocking calls, shared by all engines on it, and its observers.
///
/// A repository creates one set and returns it from ``Repository/lanes``. A write that waits for
/// another process blocks the write lane only.
public final class RepositoryLanes: Sendable {
    /// Reads, and the shards of large timelines.
    ///
    /// A read takes a fraction of a millisecond and never waits for a lock, so it runs on its
    /// caller's thread while another thread of the cooperative pool is free for other tasks.
    let reads: BlockingExecutor
    /// Writes without files, one at a time: the storage has a single writer.
    let writes = BlockingExecutor(width: 1)
    /// Writes that also store or delete files, so that a like never waits for the photos of a post.
    let fileWrites = BlockingExecutor(width: 2)
    /// Writes that may be skipped, such as the last use of a session; a locked store delays no
    /// read.
    let notes = BlockingExecutor(width: 1)
    /// Checks and repairs, which take minutes.
    let upkeep = BlockingExecutor(width: 1)

    /// The observers of the repository.
    package let watch = EpochWatch()

    /// Creates the lanes of one repository.
    ///
    /// - Parameter processorCount: the number of processors; the read lane is twice as wide, at
    ///   least four.
    public init(processorCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
        reads = BlockingExecutor(width: max(4, 2 * processorCount), pool: .process)
    }
}
