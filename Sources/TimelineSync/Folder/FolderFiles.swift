import TimelineRecords

/// The files of a sync folder: `devices/<key ID>/0000000001.pack` and `blobs/ab/cdef…`, and in a
/// folder of one's own `private/<key ID>`.
struct FolderFiles {
    /// The maximum length of a blob file: 64 MiB plus the overhead of the seal, in bytes.
    private static let blobLimit = 64 << 20 + 64

    let path: String
    let seal: FolderSeal?

    /// Returns the names of all packs.
    ///
    /// Other files are ignored, including conflict copies.
    func packs() throws(SyncError) -> [PackName] {
        var packs: [PackName] = []
        for folder in try FileSystem.entries(of: "\(path)/devices") {
            guard let device = KeyID(hexadecimal: folder) else { continue }
            for name in try FileSystem.entries(of: "\(path)/devices/\(folder)") {
                if let pack = PackName(device: device, fileName: name) { packs.append(pack) }
            }
        }
        return packs.sorted()
    }

    /// Returns the encoded records of a pack.
    ///
    /// - Throws: ``SyncError/damagedPack``, or the error that describes the first malformed frame.
    func read(_ pack: PackName) throws(SyncError) -> [[UInt8]] {
        let name = Self.relativePath(of: pack)
        let bytes = try FileSystem.read("\(path)/\(name)", limit: Pack.maximumByteCount)
        guard let bytes else { throw .damagedPack }
        return try Pack.decode(try opened(bytes, name))
    }

    /// Writes a pack.
    func write(_ records: [VerifiedRecord], to pack: PackName) throws(SyncError) {
        let bytes = try sealed(Pack.encode(records), Self.relativePath(of: pack))
        try FileSystem.write(bytes, to: "\(path)/devices/\(pack.device)", name: pack.fileName)
    }

    /// Deletes a pack of this device.
    func remove(_ pack: PackName) throws(SyncError) {
        try FileSystem.remove("\(path)/\(Self.relativePath(of: pack))")
    }

    /// Returns whether the folder contains a blob.
    func contains(_ blob: BlobHash) -> Bool {
        FileSystem.exists("\(path)/\(Self.relativePath(of: blob))")
    }

    /// Returns a blob, or `nil` if the folder does not contain it.
    func read(_ blob: BlobHash) throws(SyncError) -> [UInt8]? {
        let name = Self.relativePath(of: blob)
        guard let bytes = try FileSystem.read("\(path)/\(name)", limit: Self.blobLimit) else {
            return nil
        }
        return try opened(bytes, name)
    }

    /// Writes a blob.
    func write(_ bytes: [UInt8], to blob: BlobHash) throws(SyncError) {
        let text = "\(blob)"
        let content = try sealed(bytes, Self.relativePath(of: blob))
        try FileSystem.write(
            content,
            to: "\(path)/blobs/\(text.prefix(2))",
            name: String(text.dropFirst(2))
        )
    }

    /// Returns the devices that have written private data.
    func privateFiles() throws(SyncError) -> [KeyID] {
        try FileSystem.entries(of: "\(path)/private").compactMap { KeyID(hexadecimal: $0) }
    }

    /// Returns the private data of a device, or `nil` if the folder contains none.
    ///
    /// - Throws: ``SyncError/damagedPack``.
    func readPrivate(of device: KeyID) throws(SyncError) -> [UInt8]? {
        let name = Self.relativePath(ofPrivate: device)
        guard FileSystem.exists("\(path)/\(name)") else { return nil }
        let bytes = try FileSystem.read("\(path)/\(name)", limit: Pack.maximumByteCount)
        guard let bytes else { throw .damagedPack }
        return try opened(bytes, name)
    }

    /// Replaces the private data of a device.
    func writePrivate(_ bytes: [UInt8], of device: KeyID) throws(SyncError) {
        let content = try sealed(bytes, Self.relativePath(ofPrivate: device))
        try FileSystem.write(content, to: "\(path)/private", name: "\(device)")
    }

    private static func relativePath(ofPrivate device: KeyID) -> String { "private/\(device)" }

    private static func relativePath(of pack: PackName) -> String {
        "devices/\(pack.device)/\(pack.fileName)"
    }

    private static func relativePath(of blob: BlobHash) -> String {
        "blobs/\("\(blob)".prefix(2))/\("\(blob)".dropFirst(2))"
    }

    private func sealed(_ bytes: [UInt8], _ name: String) throws(SyncError) -> [UInt8] {
        guard let seal else { return bytes }
        return try seal.seal(bytes, name: name)
    }

    private func opened(_ bytes: [UInt8], _ name: String) throws(SyncError) -> [UInt8] {
        guard let seal else { return bytes }
        return try seal.open(bytes, name: name)
    }
}
