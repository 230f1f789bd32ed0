import Foundation

extension FolderBlobStore {
    /// Runs `body` while a locked file in the `.reserved` folder lists the IDs.
    ///
    /// If `body` throws an error, the file remains but is no longer locked, like the file of a
    /// process that was killed.
    ///
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    public func announcing<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result {
        guard !ids.isEmpty else { return try body() }
        let folder = try OpenFolder(making: folder).makeFolder(Self.reservations)
        let text = ids.map(\.description).joined(separator: "\n")
        let file = try LockedFile(
            making: UUID().uuidString + reservation.suffix,
            in: folder,
            content: Data(text.utf8)
        )
        let answer = try body()
        file.remove()
        return answer
    }

    /// Returns the IDs of all reserved blobs, read from the files in the `.reserved` folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func reserved() throws -> Set<BlobID> {
        guard let folder = try reservationFolder() else { return [] }
        return Set(try files(in: folder).flatMap { try ids(in: $0, folder) })
    }

    /// Returns the IDs of the blobs that running processes are storing.
    func reservedForStoring() throws -> Set<BlobID> {
        guard let folder = try reservationFolder() else { return [] }
        let files = try files(in: folder)
            .filter { !$0.hasSuffix(BlobReservation.removing.suffix) }
        return Set(
            try files.filter { try !isAbandoned($0, in: folder) }
                .flatMap { try ids(in: $0, folder) }
        )
    }

    /// Returns the paths of the reservation files of processes that have ended, along with the IDs
    /// in each file.
    func abandonedReservations() throws -> [(path: String, ids: [BlobID])] {
        guard let folder = try reservationFolder() else { return [] }
        return try files(in: folder).filter { try isAbandoned($0, in: folder) }
            .map { ("\(Self.reservations)/\($0)", try ids(in: $0, folder)) }
    }

    /// Returns whether an reservation file was left by a process that has ended: the file exists,
    /// but no process has locked it.
    ///
    /// Announcement files are locked as soon as they appear, so an unlocked file is no longer in
    /// use.
    private func isAbandoned(_ file: String, in folder: OpenFolder) throws -> Bool {
        try LockedFile(ifFree: file, in: folder) != nil
    }

    private func reservationFolder() throws -> OpenFolder? {
        try OpenFolder(folder)?.folder(Self.reservations)
    }

    private func files(in folder: OpenFolder) throws -> [String] {
        try folder.names()
            .filter { UUID(uuidString: String($0.prefix { $0 != "." })) != nil }
    }

    /// Returns the IDs in an reservation file, or an empty array if the reservation was
    /// withdrawn.
    private func ids(in file: String, _ folder: OpenFolder) throws -> [BlobID] {
        let text = String(decoding: try folder.read(file) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private static let reservations = ".reserved"
}

extension BlobReservation {
    /// The suffix of the reservation's file name.
    fileprivate var suffix: String {
        switch self {
        case .storing: ""
        case .removing: ".removing"
        }
    }
}
