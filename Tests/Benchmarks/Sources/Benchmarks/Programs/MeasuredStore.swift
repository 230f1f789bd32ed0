import Foundation
import TimelineArgon2
import TimelineCore
import TimelineSQLite

/// A store that a process of its own opens, so that what is measured is not blurred by this one's.
///
/// The same program plays both parts: the one who asks, and, by its first argument, the one who measures.
enum MeasuredStore {
    private static let program = Child(
        program: URL(filePath: CommandLine.arguments[0]),
        variables: [:]
    )

    /// How long opening the repository and the blobs takes.
    static func open(_ folder: URL) throws -> Duration {
        let answer = try program.run(["open", folder.path])
        return .nanoseconds(Int(answer) ?? 0)
    }

    /// The most memory that a process held, in MiB, that opened the store and read so many pages of each reader.
    static func peak(
        _ folder: URL,
        _ readers: [Reader],
        limit: Int,
        pages: Int
    ) throws -> Double {
        let ids = readers.map(\.id.description)
        let answer = try program.run(["peak", folder.path, "\(limit)", "\(pages)"] + ids)
        return (Double(answer) ?? .nan) / 1024
    }

    /// Does what ``open(_:)`` asks for, and prints nanoseconds.
    static func answerOpen(_ arguments: [String]) throws {
        let start = ContinuousClock.now
        let owner = try owner(of: URL(filePath: arguments[0]))
        let time = ContinuousClock.now - start
        withExtendedLifetime(owner) { print(Int(time / .nanoseconds(1)), terminator: "") }
    }

    /// Does what ``peak(_:_:limit:pages:)`` asks for, and prints KiB.
    static func answerPeak(_ arguments: [String]) async throws {
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

    /// Linux's own record of this process; getrusage would count what the process held before it was this program.
    private static func residentPeak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
