public import Foundation

/// Stores each blob in a file named after its ID: two digits for the folder, the rest for the file
/// (`ab/cdef…`).
///
/// Writes go to a temporary file, which is synced and renamed, and then the folder is synced; a
/// file with its final name is therefore complete. Folders have mode 0700, files 0600.
///
/// ```swift
/// let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
/// ```
public struct FolderBlobStore: BlobStore {
    /// The folder of the store.
    public let folder: URL

    /// Creates a store in `folder`, which the first write creates on disk.
    public init(folder: URL) throws {
        self.folder = folder
    }

    /// The path of a blob's file, whether or not the file exists.
    public func path(for id: BlobID) -> URL {
        let name = id.description
        return folder.appending(path: String(name.prefix(2)))
            .appending(path: String(name.dropFirst(2)))
    }

    /// Stores a blob; replaces a damaged or unreadable file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func put(_ blob: Blob) throws {
        // A file that cannot be read, such as a symbolic link, is replaced.
        guard (try? isWhole(blob.id)) != true else { return }
        let path = path(for: blob.id)
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.write(blob.content, to: path)
    }

    /// Returns the bytes of a blob, or `nil` if no file exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when the file cannot be read or its bytes have
    ///   changed.
    public func data(for id: BlobID) throws -> Data? {
        guard let content = try DurableFile.readFile(path(for: id)) else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.unreadable(id, .changed)
        }
        return content
    }

    /// Whether the blob's file exists; does not read its bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contains(_ id: BlobID) throws -> Bool {
        try DurableFile.exists(path(for: id))
    }

    /// Whether the blob's file exists and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try DurableFile.readFile(path(for: id)).map(BlobID.init(of:)) == id
    }

    /// Deletes the blob's file, if it exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func remove(_ id: BlobID) throws {
        try DurableFile.remove(path(for: id))
    }

    /// Moves the blob's file, if it exists, into the folder `.discarded`.
    ///
    /// Files in that folder are never referenced, so any process may delete them.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func discard(_ id: BlobID) throws {
        try DurableFile.makeFolder(discarded)
        try DurableFile.moveUnsynced(path(for: id), to: discarded.appending(path: id.description))
    }

    /// Deletes files from the folder `.discarded`, after making their removal from the store
    /// durable.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func deleteDiscarded(_ ids: [BlobID]) throws {
        for id in ids {
            let file = discarded.appending(path: id.description)
            guard try DurableFile.exists(file) else { continue }
            try DurableFile.sync(folder: path(for: id).deletingLastPathComponent())
            try DurableFile.remove(file)
        }
    }

    private var discarded: URL { folder.appending(path: ".discarded") }

    /// The IDs of all blobs, without the temporary files of interrupted writes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func all() throws -> [BlobID] {
        try prefixes()
            .flatMap { prefix in
                try DurableFile.names(in: folder.appending(path: prefix))
                    .filter { $0.isHexadecimal(digits: 62) }
                    .compactMap { BlobID(prefix + $0) }
                    .filter { !DurableFile.isLink(path(for: $0)) }
            }
    }

    /// The names of the folders that contain blobs; other items, links included, are ignored.
    private func prefixes() throws -> [String] {
        try DurableFile.names(in: folder)
            .filter {
                $0.isHexadecimal(digits: 2)
                    && DurableFile.isFolderItself(folder.appending(path: $0))
            }
    }

    /// Runs `body` while a file in the folder `.announced`, locked by this process, lists the IDs.
    ///
    /// If `body` throws, the file stays, unlocked.
    ///
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
    public func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer {
        guard !ids.isEmpty else { return try body() }
        try DurableFile.makeFolder(announcements)
        let path = announcements.appending(path: UUID().uuidString)
        let text = ids.map(\.description).joined(separator: "\n")
        let note = try LockedFile(making: path, content: Data(text.utf8))
        let answer = try body()
        note.remove()
        return answer
    }

    /// Calls `body` with the IDs in each unlocked file of `.announced`, left by a process that has
    /// ended, and deletes the file.
    ///
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
    public func abandoned(_ body: ([BlobID]) throws -> Void) throws {
        for path in try announcementFiles() {
            guard let note = try LockedFile(ifFree: path) else { continue }
            try body(try names(in: path))
            note.remove()
        }
    }

    /// The IDs in all files of `.announced`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func announced() throws -> Set<BlobID> {
        Set(try announcementFiles().flatMap(names(in:)))
    }

    private func announcementFiles() throws -> [URL] {
        try DurableFile.names(in: announcements).filter { UUID(uuidString: $0) != nil }
            .map { announcements.appending(path: $0) }
    }

    private func names(in announcement: URL) throws -> [BlobID] {
        let text = String(decoding: try DurableFile.read(announcement) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private var announcements: URL { folder.appending(path: ".announced") }

    /// The temporary files of writes that were interrupted before `date`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func leftovers(olderThan date: Date) throws -> [URL] {
        try prefixes()
            .flatMap { prefix in
                try DurableFile.leftovers(in: folder.appending(path: prefix), olderThan: date)
            }
    }

    /// Moves the blob's file into the folder `.unnamed`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func setAside(_ id: BlobID) throws {
        try DurableFile.makeFolder(aside)
        try DurableFile.move(path(for: id), to: asidePath(for: id))
    }

    /// Whether the folder `.unnamed` contains the blob's file and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isSetAside(_ id: BlobID) throws -> Bool {
        try DurableFile.readFile(asidePath(for: id)).map(BlobID.init(of:)) == id
    }

    /// Moves the blob's file back from the folder `.unnamed`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func bringBack(_ id: BlobID) throws {
        try DurableFile.makeFolder(path(for: id).deletingLastPathComponent())
        try DurableFile.move(asidePath(for: id), to: path(for: id))
    }

    private var aside: URL { folder.appending(path: ".unnamed") }

    private func asidePath(for id: BlobID) -> URL { aside.appending(path: id.description) }
}

extension String {
    /// Whether the text consists of exactly this many lowercase hexadecimal digits.
    package func isHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
