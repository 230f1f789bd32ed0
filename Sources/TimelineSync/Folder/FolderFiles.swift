import Foundation
import TimelineCore
import TimelineCrypto

/// The files of a sync folder: `devices/<key ID>/0000000001.pack` and `blobs/ab/cdef…`, and in a
/// folder of one's own `private/<key ID>`.
///
/// Anyone may have changed the folder, so every file is opened below its root without following
/// links (see `OpenFolder`). A file that cannot be used is an ``FolderError/file`` and concerns only
/// itself.
struct FolderFiles {
    /// The maximum length of a blob file: 64 MiB plus the overhead of the seal, in bytes.
    private static let blobLimit = 64 << 20 + FolderSeal.overhead
    /// The age from which temporary files of killed processes are deleted: a day, in milliseconds.
    private static let leftoverAge: UInt64 = 86_400_000

    let root: OpenFolder
    let seal: FolderSeal?

    /// Opens a folder, and creates it if necessary.
    init(path: String, seal: FolderSeal?) throws(SyncError) {
        do throws(TimelineError) {
            root = try OpenFolder(making: URL(filePath: path))
        } catch {
            throw .system(errno: error.errno)
        }
        self.seal = seal
    }

    // MARK: Listing

    /// The files of a folder at one point in time.
    struct Listing {
        /// The files under the names of packs, of any kind.
        var packs: [PackName: FileStamp] = [:]
        /// The files under the names of blobs, of any kind.
        var blobs: [BlobID: FileStamp] = [:]
        /// The devices that have written private data.
        var devices: [KeyID] = []
        /// The paths of folders that cannot be listed, and of other items under their names.
        var faults: [String] = []

        /// Returns whether the folder that contains a blob cannot be used.
        func hasFault(of blob: BlobID) -> Bool {
            faults.contains("blobs") || faults.contains("blobs/\("\(blob)".prefix(2))")
        }
    }

    /// Lists all packs.
    ///
    /// Other names are ignored, including conflict copies.
    func packs() throws(SyncError) -> Listing {
        var listing = Listing()
        try list("devices", &listing) { name, _, listing throws(SyncError) in
            guard let device = KeyID(hexadecimal: name) else { return }
            try list("devices/\(name)", &listing) { name, entry, listing in
                guard let pack = PackName(device: device, fileName: name) else { return }
                listing.packs[pack] = FileStamp(entry)
            }
        }
        return listing
    }

    /// Lists all blobs, and deletes temporary files that killed processes have left.
    ///
    /// - Parameters:
    ///   - device: The device whose folder may contain such files as well.
    ///   - milliseconds: The present.
    /// - Returns: The blobs.
    /// - Throws: ``SyncError/system(errno:)``.
    func blobs(
        sweeping device: KeyID,
        at milliseconds: UInt64
    ) throws(SyncError) -> Listing {
        var listing = Listing()
        let time = milliseconds - min(milliseconds, Self.leftoverAge)
        let date = Date(timeIntervalSince1970: Double(time) / 1000)
        try list("blobs", &listing) { prefix, _, listing throws(SyncError) in
            guard prefix.isHexadecimal(digits: 2) else { return }
            try list("blobs/\(prefix)", &listing) { name, entry, listing in
                guard name.isHexadecimal(digits: 62),
                    let blob = BlobID(hexadecimal: prefix + name)
                else { return }
                listing.blobs[blob] = FileStamp(entry)
            }
            sweep("blobs/\(prefix)", olderThan: date)
        }
        sweep("devices/\(device)", olderThan: date)
        return listing
    }

    /// Lists the devices that have written private data.
    func privateFiles() throws(SyncError) -> Listing {
        var listing = Listing()
        try list("private", &listing) { name, _, listing in
            if let device = KeyID(hexadecimal: name) { listing.devices.append(device) }
        }
        return listing
    }

    /// Calls a closure with each entry of a folder.
    ///
    /// A folder that cannot be listed is added to the faults, unless the whole sync folder is lost.
    private func list(
        _ path: String,
        _ listing: inout Listing,
        _ body: (String, OpenFolder.Entry, inout Listing) throws(SyncError) -> Void
    ) throws(SyncError) {
        let names: [String]
        let folder: OpenFolder
        do throws(TimelineError) {
            guard let opened = try root.folder(path) else { return }
            folder = opened
            names = try folder.names().sorted()
        } catch {
            try requireRoot(after: error)
            listing.faults.append(path)
            return
        }
        for name in names {
            // Another process may have deleted the entry.
            guard let entry = folder.entry(name) else { continue }
            try body(name, entry, &listing)
        }
    }

    private func sweep(_ path: String, olderThan date: Date) {
        // What cannot be deleted now is deleted another time.
        guard let folder = try? root.folder(path),
            let names = try? folder.leftovers(olderThan: date)  // As above.
        else { return }
        for name in names where folder.entry(name)?.kind == .file {
            try? folder.remove(name, synced: false)  // As above.
        }
    }

    // MARK: Packs

    /// Returns the encoded records of a pack, or `nil` if it does not exist any more.
    func read(_ pack: PackName) throws(FolderError) -> [[UInt8]]? {
        let path = Self.path(of: pack)
        guard let bytes = try read(path, limit: Pack.maximumByteCount) else { return nil }
        do throws(SyncError) {
            return try Pack.decode(bytes)
        } catch {
            throw .file
        }
    }

    /// Writes a new pack, unless a file with its name exists.
    ///
    /// - Returns: The stamp of the pack, or `nil` if the name is taken.
    /// - Throws: ``FolderError``.
    func write(_ records: [VerifiedRecord], to pack: PackName) throws(FolderError) -> FileStamp? {
        try write(Pack.encode(records), to: Self.path(of: pack), replacing: false)
    }

    // MARK: Blobs

    /// Returns the size of the file that contains a blob of the given size.
    func byteCount(ofBlobOf byteCount: UInt64) -> UInt64 {
        seal == nil ? byteCount : byteCount + UInt64(FolderSeal.overhead)
    }

    /// Returns a blob, or `nil` if the folder does not contain it.
    ///
    /// - Throws: ``FolderError``, also if the bytes do not have this hash.
    func read(_ blob: BlobID) throws(FolderError) -> [UInt8]? {
        guard let bytes = try read(Self.path(of: blob), limit: Self.blobLimit) else { return nil }
        guard BlobID(bytes: SHA256.hash(bytes).bytes) == blob else { throw .file }
        return bytes
    }

    /// Writes a blob, which replaces whatever has its name.
    ///
    /// - Returns: The stamp of the file.
    /// - Throws: ``FolderError``.
    func write(_ bytes: [UInt8], to blob: BlobID) throws(FolderError) -> FileStamp? {
        try write(bytes, to: Self.path(of: blob), replacing: true)
    }

    /// Writes several blobs, which become durable together.
    ///
    /// - Throws: ``FolderError``. Write them one by one to find out which one cannot be written.
    func write(_ blobs: [(blob: BlobID, bytes: [UInt8])]) throws(FolderError) {
        var files: [(content: Data, path: String)] = []
        for (blob, bytes) in blobs {
            let path = Self.path(of: blob)
            files.append((Data(try sealed(bytes, path)), path))
        }
        do throws(TimelineError) {
            try root.write(together: files)
        } catch {
            throw FolderError(error, in: root, isWriting: true)
        }
    }

    /// Returns the stamp of a blob's file, or `nil` if it does not exist.
    func stamp(of blob: BlobID) -> FileStamp? {
        root.entry(Self.path(of: blob)).map { FileStamp($0) }
    }

    // MARK: Private data

    /// Returns the private data of a device, or `nil` if the folder contains none.
    func readPrivate(of device: KeyID) throws(FolderError) -> [UInt8]? {
        try read(Self.path(ofPrivateDataOf: device), limit: Pack.maximumByteCount)
    }

    /// Replaces the private data of a device.
    func writePrivate(_ bytes: [UInt8], of device: KeyID) throws(FolderError) {
        _ = try write(bytes, to: Self.path(ofPrivateDataOf: device), replacing: true)
    }

    // MARK: Files

    /// Returns the content of a file, or `nil` if it does not exist.
    private func read(_ path: String, limit: Int) throws(FolderError) -> [UInt8]? {
        let content: Data
        do throws(TimelineError) {
            guard let bytes = try root.read(path, limit: limit) else { return nil }
            content = bytes
        } catch {
            throw FolderError(error, in: root, isWriting: false)
        }
        guard let seal else { return [UInt8](content) }
        do throws(SyncError) {
            return try seal.open([UInt8](content), name: path)
        } catch {
            throw .file
        }
    }

    private func write(
        _ bytes: [UInt8],
        to path: String,
        replacing isReplacing: Bool
    ) throws(FolderError) -> FileStamp? {
        let content = try sealed(bytes, path)
        do throws(TimelineError) {
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            try root.makeFolder(parent)
            guard try root.write(Data(content), to: path, replacing: isReplacing) else {
                return nil
            }
        } catch {
            throw FolderError(error, in: root, isWriting: true)
        }
        return root.entry(path).map { FileStamp($0) }
    }

    private func sealed(_ bytes: [UInt8], _ path: String) throws(FolderError) -> [UInt8] {
        guard let seal else { return bytes }
        do throws(SyncError) {
            return try seal.seal(bytes, name: path)
        } catch {
            throw .folder(error)
        }
    }

    /// Deletes a file or an empty folder, if it exists.
    func remove(_ pack: PackName) throws(FolderError) {
        do throws(TimelineError) {
            try root.remove(Self.path(of: pack))
        } catch {
            throw FolderError(error, in: root, isWriting: true)
        }
    }

    /// Throws unless the folder as a whole still works.
    private func requireRoot(after error: TimelineError) throws(SyncError) {
        if case .folder(let error) = FolderError(error, in: root, isWriting: false) {
            throw error
        }
    }

    /// Returns the path of a pack within the folder.
    static func path(of pack: PackName) -> String { "devices/\(pack.device)/\(pack.fileName)" }

    /// Returns the path of a device's private data within the folder.
    static func path(ofPrivateDataOf device: KeyID) -> String { "private/\(device)" }

    /// Returns the path of a blob within the folder.
    static func path(of blob: BlobID) -> String {
        let text = "\(blob)"
        return "blobs/\(text.prefix(2))/\(text.dropFirst(2))"
    }
}

/// The reason why a file of a sync folder cannot be read or written.
enum FolderError: Error {
    /// The file is damaged, unreadable or not a regular file.
    case file
    /// The folder as a whole is gone, full or read-only.
    case folder(SyncError)

    fileprivate init(_ error: TimelineError, in root: OpenFolder, isWriting: Bool) {
        switch error.errno {
        case ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE, ENOMEM:
            self = .folder(.system(errno: error.errno))
        default:
            // Anything may be wrong with one file as long as the folder itself works.
            self =
                root.isUsable(forWriting: isWriting) ? .file : .folder(.system(errno: error.errno))
        }
    }
}

extension TimelineError {
    /// The error number of the system for a failed file operation.
    fileprivate var errno: Int32 {
        switch self {
        case .storageReadOnly: EROFS
        case .storageFailed(let failure): failure.errno ?? EIO
        default: EIO
        }
    }
}
