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
    package func path(for id: BlobID) -> URL {
        let name = id.description
        return folder.appending(path: String(name.prefix(2)))
            .appending(path: String(name.dropFirst(2)))
    }

    /// Stores a blob, replacing a damaged or unreadable file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func put(_ blob: Blob) throws {
        let root = try OpenFolder(making: folder)
        let path = relativePath(for: blob.id)
        // A file that cannot be read, such as a symbolic link, is replaced.
        let stored = try? root.read(path).map(BlobID.init(of:))
        guard stored != blob.id else { return }
        try root.makeFolder(prefix(of: blob.id))
        try root.write(blob.content, to: path)
    }

    /// Moves complete files into the store, replacing damaged files.
    ///
    /// The files are synced together before they are moved, and their new folders afterwards.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func adopt(_ files: [(id: BlobID, file: URL)]) throws {
        let root = try OpenFolder(making: folder)
        let folders = Dictionary(grouping: files) { $0.file.deletingLastPathComponent() }
        for (folder, files) in folders {
            guard let source = try OpenFolder(folder) else { continue }
            try root.move(
                files.map { ($0.file.lastPathComponent, relativePath(for: $0.id)) },
                from: source
            )
        }
    }

    /// Returns the bytes of a blob, or `nil` if its file does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the file cannot be read or its bytes have
    ///   changed.
    public func data(for id: BlobID) throws -> Data? {
        let content: Data?
        do {
            content = try self.content(of: id, orIn: [retainedPath(for: id)])
        } catch TimelineError.storageFailed(var failure) {
            failure.isPhoto = true
            throw TimelineError.storageFailed(failure)
        }
        guard let content else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.unreadable(id, fault: .changed)
        }
        return content
    }

    /// Returns whether the blob's file exists, without reading its bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contains(_ id: BlobID) throws -> Bool { try byteCount(of: id) != nil }

    /// Returns the size of the blob's file in bytes, or `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func byteCount(of id: BlobID) throws -> Int? {
        guard let root = try OpenFolder(folder) else { return nil }
        for path in paths(for: id) {
            if let entry = try root.existingEntry(path), entry.kind == .file {
                return entry.byteCount
            }
        }
        return nil
    }

    /// Returns those of the given blobs whose files exist.
    ///
    /// Lists the folders of many blobs instead of looking up each file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contained(among ids: Set<BlobID>) throws -> Set<BlobID> {
        guard ids.count > Self.listingThreshold else { return try ids.filter { try contains($0) } }
        var found: Set<BlobID> = []
        guard let root = try OpenFolder(folder) else { return found }
        for (prefix, ids) in Dictionary(grouping: ids, by: prefix(of:)) {
            guard let folder = try root.subfolder(prefix) else { continue }
            let names = Set(try folder.names())
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
    public func remove(_ id: BlobID) throws {
        try OpenFolder(folder)?.remove(relativePath(for: id))
    }

    /// Returns the path of a blob's file within the store.
    func relativePath(for id: BlobID) -> String {
        "\(prefix(of: id))/\(id.description.dropFirst(2))"
    }

    /// Returns the name of the folder that contains a blob's file.
    func prefix(of id: BlobID) -> String { String(id.description.prefix(2)) }

    /// Returns the paths at which a blob's file may currently be found.
    ///
    /// The main path appears twice, because a removal may set the file aside and restore it during
    /// the search.
    private func paths(for id: BlobID, orIn retained: [String] = []) -> [String] {
        let path = relativePath(for: id)
        return [path, "\(Self.discarded)/\(id)"] + retained + [path]
    }

    private func content(of id: BlobID, orIn retained: [String] = []) throws -> Data? {
        guard let root = try OpenFolder(folder) else { return nil }
        for path in paths(for: id, orIn: retained) {
            if let content = try root.read(path) { return content }
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
        let first = cursor.map(prefix(of:)) ?? ""
        guard let root = try OpenFolder(folder) else { return Page(sorting: [], limit: limit) }
        for prefix in try prefixes(in: root).sorted() where prefix >= first && ids.count < limit {
            guard let folder = try root.subfolder(prefix) else { continue }
            ids += try folder.names()
                .filter { $0.isHexadecimal(digits: 62) }
                .compactMap { name in
                    guard let id = BlobID(prefix + name), cursor.map({ id > $0 }) ?? true,
                        let kind = folder.entry(name)?.kind, kind != .link
                    else { return nil }
                    return id
                }
        }
        return Page(sorting: ids, limit: limit)
    }

    /// Returns the names of the folders that contain blobs.
    ///
    /// Other items, including symbolic links, are ignored.
    private func prefixes(in root: OpenFolder) throws -> [String] {
        try root.names().filter { $0.isHexadecimal(digits: 2) && root.entry($0)?.kind == .folder }
    }

    /// Returns the temporary files of writes that were interrupted before `date`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func leftovers(olderThan date: Date) throws -> [URL] {
        try leftovers(olderThan: date, removing: false)
    }

    /// Returns the temporary files of writes that were interrupted before `date`, and optionally
    /// removes them.
    package func leftovers(olderThan date: Date, removing isRemoving: Bool) throws -> [URL] {
        guard let root = try OpenFolder(folder) else { return [] }
        return try prefixes(in: root)
            .flatMap { prefix -> [URL] in
                guard let folder = try root.subfolder(prefix) else { return [] }
                return try folder.leftovers(olderThan: date)
                    .map { name in
                        if isRemoving { try folder.remove(name) }
                        return folder.path.appending(path: name)
                    }
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
