public import Foundation

/// A blob store with one file per blob.
///
/// The first two digits of the blob's ID form the name of the folder, and the remaining digits form
/// the name of the file (`ab/cdef…`).
///
/// The bytes are written to a temporary file, which is synced and renamed before the folder is
/// synced. A file with its final name is therefore always complete. Folders have mode 0700, and
/// files have mode 0600.
///
/// ```swift
/// let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
/// ```
public struct FolderBlobStore: BlobStore {
    /// The root folder of the store.
    public let folder: URL

    /// Creates a store in `folder`.
    ///
    /// The folder itself is created by the first write.
    ///
    /// - Throws: No errors yet, but a later version may check the folder.
    public init(folder: URL) throws {
        self.folder = folder
    }

    /// Returns the path of a blob's file, whether or not the file exists.
    public func path(for id: BlobID) -> URL {
        let name = id.description
        return folder.appending(path: String(name.prefix(2)))
            .appending(path: String(name.dropFirst(2)))
    }

    /// Stores a blob, replacing a damaged or unreadable file.
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

    /// Moves complete files into the store, replacing damaged files.
    ///
    /// The files are synced together before they are moved, and their new folders afterwards.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func adopt(_ files: [(id: BlobID, file: URL)]) throws {
        try DurableFile.move(files.map { ($0.file, path(for: $0.id)) })
    }

    /// Returns the bytes of a blob, or `nil` if its file does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the file cannot be read or its bytes have
    ///   changed.
    public func data(for id: BlobID) throws -> Data? {
        guard let content = try content(of: id, orIn: retainedPaths(for: id)) else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.unreadable(id, fault: .changed)
        }
        return content
    }

    /// Returns whether the blob's file exists, without reading its bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contains(_ id: BlobID) throws -> Bool {
        try paths(for: id).contains(where: DurableFile.exists)
    }

    /// Returns those of the given blobs whose files exist.
    ///
    /// Lists the folders of many blobs instead of looking up each file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contained(among ids: Set<BlobID>) throws -> Set<BlobID> {
        guard ids.count > Self.listingThreshold else { return try ids.filter { try contains($0) } }
        var found: Set<BlobID> = []
        for (prefix, ids) in Dictionary(grouping: ids, by: { $0.description.prefix(2) }) {
            let names = Set(try DurableFile.names(in: folder.appending(path: String(prefix))))
            found.formUnion(ids.filter { names.contains(String($0.description.dropFirst(2))) })
        }
        return found
    }

    /// The number of blobs above which listing the folders is faster.
    private static let listingThreshold = 256

    /// Returns whether the blob's file exists and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try content(of: id).map(BlobID.init(of:)) == id
    }

    /// Deletes the blob's file, if it exists, even if the blob is referenced.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func remove(_ id: BlobID) throws { try DurableFile.remove(path(for: id)) }

    /// Returns the paths at which a blob's file may currently be found.
    ///
    /// The main path appears twice, because a removal may set the file aside and restore it during
    /// the search.
    private func paths(for id: BlobID, orIn retained: [URL] = []) -> [URL] {
        [path(for: id), discarded.appending(path: id.description)] + retained + [path(for: id)]
    }

    private func content(of id: BlobID, orIn retained: [URL] = []) throws -> Data? {
        for path in paths(for: id, orIn: retained) {
            if let content = try DurableFile.readFile(path) { return content }
        }
        return nil
    }

    /// Returns one page of the IDs of all blobs, in ascending order.
    ///
    /// The temporary files of interrupted writes are ignored.
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

    /// Returns the names of the folders that contain blobs.
    ///
    /// Other items, including symbolic links, are ignored.
    private func prefixes() throws -> [String] {
        try DurableFile.names(in: folder)
            .filter {
                $0.isHexadecimal(digits: 2)
                    && DurableFile.isFolderItself(folder.appending(path: $0))
            }
    }

    /// Returns the temporary files of writes that were interrupted before `date`.
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
    /// Returns whether the text consists of exactly `digits` lowercase hexadecimal digits.
    package func isHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
