import Foundation
import TimelineArgon2
import TimelineCore
import TimelineSQLite

/// Measurements of a store in a separate process, independent of the caches and memory of this
/// process.
///
/// The other process runs the same program with the subcommand `open` or `peak`.
enum IsolatedStore {
    private static let program = ChildProgram(
        url: URL(filePath: CommandLine.arguments[0]),
        environment: [:]
    )

    /// Returns the time needed to open the repository and the blob store.
    static func openingTime(of folder: URL) throws -> Duration {
        let output = try program.run(["open", folder.path])
        return .nanoseconds(Int(output) ?? 0)
    }

    /// Returns the peak memory of a process that reads pages of the given readers' timelines.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - readers: The readers.
    ///   - limit: The number of posts on a page.
    ///   - pages: The maximum number of pages for each reader.
    /// - Returns: The peak resident memory in MiB.
    /// - Throws: ``BenchmarkFailure`` if the process fails.
    static func peakMemory(
        of folder: URL,
        readers: [Reader],
        limit: Int,
        pages: Int
    ) throws -> Double {
        let ids = readers.map(\.id.description)
        let output = try program.run(["peak", folder.path, "\(limit)", "\(pages)"] + ids)
        return (Double(output) ?? .nan) / 1024
    }

    /// Opens a store and prints the elapsed time in nanoseconds.
    static func runOpen(_ arguments: [String]) throws {
        let start = ContinuousClock.now
        let owner = try owner(of: URL(filePath: arguments[0]))
        let time = ContinuousClock.now - start
        withExtendedLifetime(owner) { print(Int(time / .nanoseconds(1)), terminator: "") }
    }

    /// Reads pages and prints the peak memory in KiB.
    static func runPeak(_ arguments: [String]) async throws {
        let owner = try owner(of: URL(filePath: arguments[0]))
        let (limit, pages) = (Int(arguments[1]) ?? 0, Int(arguments[2]) ?? 0)
        for reader in arguments.dropFirst(3).compactMap(User.ID.init) {
            var cursor: Post.ID?
            for page in 0..<pages where page == 0 || cursor != nil {
                cursor = try await owner.acting(as: reader)
                    .timeline(before: cursor, limit: limit).next
            }
        }
        print(try residentPeak(), terminator: "")
    }

    private static func owner(of folder: URL) throws -> StoreOwner {
        StoreOwner(
            repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
            blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
            hasher: Argon2Hasher()
        )
    }

    /// Returns the peak memory of this process in KiB, as recorded by Linux.
    ///
    /// `getrusage` would include the memory that the parent process used before `exec`.
    private static func residentPeak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
