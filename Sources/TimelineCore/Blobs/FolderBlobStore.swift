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
    ///
    /// - Throws: nothing at present; a later version may check the folder.
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
        let path = path(for: blob.id)
        // A file that cannot be read, such as a symbolic link, is replaced.
        let stored = try? DurableFile.readFile(path).map(BlobID.init(of:))
        guard stored != blob.id else { return }
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.write(blob.content, to: path)
    }

    /// Returns the bytes of a blob, or `nil` if no file exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when the file cannot be read or its bytes have
    ///   changed.
    public func data(for id: BlobID) throws -> Data? {
        guard let content = try content(of: id, orIn: retainedPaths(for: id)) else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.unreadable(id, .changed)
        }
        return content
    }

    /// Whether the blob's file exists; does not read its bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contains(_ id: BlobID) throws -> Bool {
        try paths(for: id).contains(where: DurableFile.exists)
    }

    /// Whether the blob's file exists and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try content(of: id).map(BlobID.init(of:)) == id
    }

    /// Deletes the blob's file, if it exists, even if the blob is referenced.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func remove(_ id: BlobID) throws { try DurableFile.remove(path(for: id)) }

    /// Where a blob's file may lie at present: a removal sets it aside for a moment, and may
    /// restore it before the second look.
    private func paths(for id: BlobID, orIn retained: [URL] = []) -> [URL] {
        [path(for: id), discarded.appending(path: id.description)] + retained + [path(for: id)]
    }

    private func content(of id: BlobID, orIn retained: [URL] = []) throws -> Data? {
        for path in paths(for: id, orIn: retained) {
            if let content = try DurableFile.readFile(path) { return content }
        }
        return nil
    }

    /// Returns one page of the IDs of all blobs, in ascending order, without the temporary files of
    /// interrupted writes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        var ids: [BlobID] = []
        let first = cursor.map { String($0.description.prefix(2)) } ?? ""
        for prefix in try prefixes().sorted() where prefix >= first && ids.count < limit {
            ids += try DurableFile.names(in: folder.appending(path: prefix))
                .filter { $0.isHexadecimal(digits: 62) }
                .compactMap { BlobID(prefix + $0) }
                .filter { id in cursor.map { id > $0 } ?? true }
                .filter { !DurableFile.isLink(path(for: $0)) }
        }
        return Page(sorting: ids, limit: limit)
    }

    /// The names of the folders that contain blobs; other items, links included, are ignored.
    private func prefixes() throws -> [String] {
        try DurableFile.names(in: folder)
            .filter {
                $0.isHexadecimal(digits: 2)
                    && DurableFile.isFolderItself(folder.appending(path: $0))
            }
    }

    /// The temporary files of writes that were interrupted before `date`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func leftovers(olderThan date: Date) throws -> [URL] {
        try prefixes()
            .flatMap { prefix in
                try DurableFile.leftovers(in: folder.appending(path: prefix), olderThan: date)
            }
    }
}

extension String {
    /// Whether the text consists of exactly this many lowercase hexadecimal digits.
    package func isHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
