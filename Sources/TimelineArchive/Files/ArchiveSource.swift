import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A container of files: a zip archive, a tar archive or a folder.
///
/// Implementations list only entries that are safe to read. All others are in ``rejections``.
protocol ArchiveSource: Sendable {
    /// The files, in the order of the container. No two paths have the same bytes.
    var entries: [ArchiveEntry] { get }
    /// The entries that are not safe to read, in the order of the container.
    var rejections: [RejectedEntry] { get }

    /// Opens a file of this container.
    ///
    /// - Throws: A fault if the file cannot be read or does not match the container's description
    ///   of it.
    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream
}

extension ArchiveSource {
    /// The files without hidden ones and those of systems, such as the folder `__MACOSX` of a zip
    /// archive.
    var userEntries: [ArchiveEntry] {
        entries.filter { entry in
            !entry.path.split(separator: "/").contains { ArchivePath.isOfSystem($0) }
        }
    }
}

/// A file in a container.
struct ArchiveEntry: Hashable, Sendable {
    /// The path, without a leading slash, "." or "..".
    let path: String
    /// The size in bytes, as the container states it.
    let byteCount: Int
    /// The modification time in seconds since 1970, if the container contains one.
    var modified: Int?
    /// The position in the container, in a unit that depends on the format.
    let position: Int
}

/// An entry of a container that is not safe to read.
struct RejectedEntry: Sendable {
    /// The path as the container states it.
    let path: String
    /// The reason.
    let fault: EntryError
}

extension RejectedEntry {
    /// The maximum length of a path in bytes, so that many long ones do not fill the memory.
    private static let pathLimit = 256

    /// Creates a rejection of an entry whose path has the given bytes.
    ///
    /// The path is only displayed, so invalid UTF-8 is replaced and a long path truncated.
    init(name: Data, fault: EntryError) {
        self.init(path: String(decoding: name.prefix(Self.pathLimit), as: UTF8.self), fault: fault)
    }
}

/// A stream of one file's bytes.
protocol ByteStream: AnyObject {
    /// Reads the next bytes.
    ///
    /// Returns empty data at the end, after checking that the file is complete and undamaged.
    func next() throws(EntryError) -> Data
}

extension ByteStream {
    /// Reads the rest of the file.
    ///
    /// - Parameters:
    ///   - start: The bytes that have been read already, which precede the rest in the result.
    ///   - limit: The maximum size of the file in bytes.
    ///   - byteCount: The expected size in bytes, if known, for which memory is reserved.
    /// - Returns: All bytes.
    /// - Throws: A fault if the file exceeds `limit`, or if it is damaged.
    func readAll(
        after start: Data = Data(),
        limit: Int,
        expecting byteCount: Int = 0
    ) throws(EntryError) -> Data {
        var content = Data()
        content.reserveCapacity(min(byteCount, limit))
        content.append(start)
        while true {
            guard content.count <= limit else { throw .fileTooLarge }
            let chunk = try next()
            guard !chunk.isEmpty else { return content }
            content += chunk
        }
    }
}

/// Checks the paths in a container.
enum ArchivePath {
    /// The maximum length of a path in bytes.
    static let byteLimit = 4096

    /// Returns a path in its simplest form: components separated by slashes.
    ///
    /// Backslashes, which some programs on Windows write, are treated as slashes.
    ///
    /// - Throws: A fault if the path is absolute, points outside the container, contains control
    ///   characters, or is empty or too long.
    static func checked(_ path: String) throws(EntryError) -> String {
        guard path.utf8.count <= byteLimit,
            !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw .invalidPath }
        let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let first = parts.first, !first.isEmpty, !isDrive(first) else {
            throw path.isEmpty ? .invalidPath : .absolutePath
        }
        guard !parts.contains("..") else { throw .climbingPath }
        let components = parts.filter { !$0.isEmpty && $0 != "." }
        guard !components.isEmpty else { throw .invalidPath }
        return components.joined(separator: "/")
    }

    /// Returns whether a component is the name of a hidden file or of a system's file or folder.
    static func isOfSystem(_ component: some StringProtocol) -> Bool {
        component.hasPrefix(".") || FileNames.ofSystems.contains(component.lowercased())
    }

    /// Returns whether a component is a Windows drive letter with a colon.
    private static func isDrive(_ component: Substring) -> Bool {
        component.utf8.count == 2 && component.last == ":"
    }
}

/// A path that equals only paths with the same bytes.
///
/// Strings are equal even if they are in different Unicode normalization forms, but such paths
/// belong to different files.
struct PathKey: Hashable, Comparable, Sendable {
    /// Shares its storage with the string of the entry, so a set of keys needs little memory.
    private let path: String

    init(_ path: some StringProtocol) { self.path = String(path) }

    static func == (first: PathKey, second: PathKey) -> Bool {
        first.path.utf8.elementsEqual(second.path.utf8)
    }

    static func < (first: PathKey, second: PathKey) -> Bool {
        first.path.utf8.lexicographicallyPrecedes(second.path.utf8)
    }

    func hash(into hasher: inout Hasher) {
        // An archive can contain any number of equal strings, whose hashes must not collide.
        var path = path
        path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// The regular files in a folder and its subfolders, sorted by the bytes of their paths.
///
/// Hidden files and those of systems are ignored. Links are rejected, so nothing outside the folder
/// is read.
struct FolderSource: ArchiveSource {
    /// The name of the folder.
    let name: String
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let folder: OpenFolder

    /// Lists a folder.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the folder cannot be listed.
    init(_ path: URL) throws(TimelineError) {
        guard let folder = try OpenFolder(path) else {
            throw .archiveUnreadable(ArchiveText.folderNotFound(path.relativePath))
        }
        self.folder = folder
        name = path.standardizedFileURL.lastPathComponent
        var found: [ArchiveEntry] = []
        var rejected: [RejectedEntry] = []
        var subfolders = [""]
        while let path = subfolders.popLast() {
            let prefix = path.isEmpty ? "" : path + "/"
            let (names, opened): ([String], OpenFolder)
            do throws(TimelineError) {
                guard let subfolder = try path.isEmpty ? folder : folder.folder(path) else {
                    continue
                }
                (names, opened) = (try subfolder.names(), subfolder)
            } catch {
                rejected.append(RejectedEntry(path: path, fault: .unreadableFile(EACCES)))
                continue
            }
            for name in names where !ArchivePath.isOfSystem(name) {
                let path = prefix + name
                // Names that are not UTF-8 have been repaired, so their files are not found.
                guard let entry = opened.entry(name) else {
                    let isRepaired = path.contains("\u{FFFD}")
                    rejected.append(
                        RejectedEntry(path: path, fault: isRepaired ? .pathNotUTF8 : .fileMissing)
                    )
                    continue
                }
                switch entry.kind {
                case .link: rejected.append(RejectedEntry(path: path, fault: .link))
                case .folder where path.utf8.count > ArchivePath.byteLimit:
                    rejected.append(RejectedEntry(name: Data(path.utf8), fault: .invalidPath))
                case .folder: subfolders.append(path)
                case .file:
                    found.append(
                        ArchiveEntry(
                            path: path,
                            byteCount: entry.byteCount,
                            modified: Int(entry.modified / 1_000_000_000),
                            position: 0
                        )
                    )
                case .other: break
                }
            }
        }
        // Otherwise, equivalent paths would have the order in which the system lists them.
        entries = found.sorted { PathKey($0.path) < PathKey($1.path) }
        rejections = rejected.sorted { PathKey($0.path) < PathKey($1.path) }
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        do throws(TimelineError) {
            guard let file = try folder.file(entry.path) else {
                throw .archiveUnreadable(ArchiveText.notAFile)
            }
            return FileStream(ArchiveFile(file), range: 0..<file.byteCount)
        } catch {
            throw EntryError(error)
        }
    }
}
