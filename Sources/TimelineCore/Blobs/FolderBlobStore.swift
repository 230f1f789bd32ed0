public import Foundation

/// Keeps bytes as files named by their SHA-256, two digits a folder: `ab/cdef…`.
///
/// Files are written to a temporary name, synced, renamed, and their folder synced, so that a file
/// with its final name is whole. Folders have mode 0700, files 0600.
public struct FolderBlobStore: BlobStore {
    /// The folder that holds the blobs.
    public let folder: URL

    /// Opens the store in `folder`, which the first write creates.
    public init(folder: URL) throws {
        self.folder = folder
    }

    /// Where the bytes named `id` lie, whether they are kept or not.
    public func path(for id: BlobID) -> URL {
        let name = id.description
        return folder.appending(path: String(name.prefix(2)))
            .appending(path: String(name.dropFirst(2)))
    }

    /// Keeps `content` and returns its name.
    public func put(_ content: Data) throws -> BlobID {
        let id = BlobID(of: content)
        // Bytes that have decayed are mended by posting the picture again.
        // What cannot be read, a link for instance, is replaced.
        guard (try? isWhole(id)) != true else { return id }
        let path = path(for: id)
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.write(content, to: path)
        return id
    }

    /// Returns the bytes named `id`, or `nil`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when the file cannot be read or has changed.
    public func data(for id: BlobID) throws -> Data? {
        guard let content = try DurableFile.readFile(path(for: id)) else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.storageFailed(
                StorageFailure(operation: "Reading photo \(id)", reason: "its bytes have changed")
            )
        }
        return content
    }

    /// Whether a file named `id` is there; its bytes are not read.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when that cannot be told.
    public func contains(_ id: BlobID) throws -> Bool {
        try DurableFile.exists(path(for: id))
    }

    /// Whether the file named `id` is there and its bytes have that SHA-256.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try DurableFile.readFile(path(for: id)).map(BlobID.init(of:)) == id
    }

    /// Removes the file named `id`, if there is one.
    public func remove(_ id: BlobID) throws {
        try DurableFile.remove(path(for: id))
    }

    /// Moves the file named `id` into the folder `.discarded`, if there is one.
    ///
    /// Nothing in that folder is ever referenced, so whoever finds a file there may delete it.
    public func discard(_ id: BlobID) throws {
        try DurableFile.makeFolder(discarded)
        try DurableFile.moveUnsynced(path(for: id), to: discarded.appending(path: id.description))
    }

    /// Deletes files from the folder `.discarded`, and makes their absence from the store durable.
    public func deleteDiscarded(_ ids: [BlobID]) throws {
        for id in ids {
            let file = discarded.appending(path: id.description)
            guard try DurableFile.exists(file) else { continue }
            try DurableFile.sync(folder: path(for: id).deletingLastPathComponent())
            try DurableFile.remove(file)
        }
    }

    private var discarded: URL { folder.appending(path: ".discarded") }

    /// The names of all files that are blobs; leftovers of an interrupted write are not.
    public func all() throws -> [BlobID] {
        try prefixes()
            .flatMap { prefix in
                try DurableFile.names(in: folder.appending(path: prefix))
                    .filter { $0.isHexadecimal(digits: 62) }
                    .compactMap { BlobID(prefix + $0) }
                    .filter { !DurableFile.isLink(path(for: $0)) }
            }
    }

    /// The names of the folders of blobs; everything else beside them, links included, is left alone.
    private func prefixes() throws -> [String] {
        try DurableFile.names(in: folder)
            .filter {
                $0.isHexadecimal(digits: 2)
                    && DurableFile.isFolderItself(folder.appending(path: $0))
            }
    }

    /// Runs `body` while a file of the folder `.announced`, locked by this process, lists these names; the
    /// file stays, unlocked, when `body` throws.
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

    /// Hands over what the files of `.announced` list whose process is gone, and removes them.
    public func abandoned(_ body: ([BlobID]) throws -> Void) throws {
        for path in try announcementFiles() {
            guard let note = try LockedFile(ifFree: path) else { continue }
            try body(try names(in: path))
            note.remove()
        }
    }

    /// What the files of `.announced` list.
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

    /// Temporary files that writes left behind when they were interrupted before `date`.
    public func leftovers(olderThan date: Date) throws -> [URL] {
        try prefixes()
            .flatMap { prefix in
                try DurableFile.leftovers(in: folder.appending(path: prefix), olderThan: date)
            }
    }

    /// Moves the file named `id` into the folder `.unnamed`.
    public func setAside(_ id: BlobID) throws {
        try DurableFile.makeFolder(aside)
        try DurableFile.move(path(for: id), to: asidePath(for: id))
    }

    /// Whether the folder `.unnamed` has a file named `id` with that SHA-256.
    public func isSetAside(_ id: BlobID) throws -> Bool {
        try DurableFile.readFile(asidePath(for: id)).map(BlobID.init(of:)) == id
    }

    /// Moves the file named `id` back from the folder `.unnamed`.
    public func bringBack(_ id: BlobID) throws {
        try DurableFile.makeFolder(path(for: id).deletingLastPathComponent())
        try DurableFile.move(asidePath(for: id), to: path(for: id))
    }

    private var aside: URL { folder.appending(path: ".unnamed") }

    private func asidePath(for id: BlobID) -> URL { aside.appending(path: id.description) }
}

extension String {
    /// Whether the text is so many lowercase hexadecimal digits.
    package func isHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
