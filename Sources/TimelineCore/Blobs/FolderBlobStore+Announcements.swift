import Foundation

extension FolderBlobStore {
    /// Runs `body` while a locked file in the `.announced` folder lists the IDs.
    ///
    /// If `body` throws an error, the file remains but is no longer locked, like the file of a
    /// process that was killed.
    ///
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    public func announcing<Answer>(
        _ ids: [BlobID],
        as announcement: BlobAnnouncement,
        _ body: () throws -> Answer
    ) throws -> Answer {
        guard !ids.isEmpty else { return try body() }
        let folder = try OpenFolder(making: folder).makeFolder(Self.announcements)
        let text = ids.map(\.description).joined(separator: "\n")
        let file = try LockedFile(
            making: UUID().uuidString + announcement.suffix,
            in: folder,
            content: Data(text.utf8)
        )
        let answer = try body()
        file.remove()
        return answer
    }

    /// Returns the IDs of all announced blobs, read from the files in the `.announced` folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func announced() throws -> Set<BlobID> {
        guard let folder = try announcementFolder() else { return [] }
        return Set(try files(in: folder).flatMap { try ids(in: $0, folder) })
    }

    /// Returns the IDs of the blobs that running processes are storing.
    func announcedForStoring() throws -> Set<BlobID> {
        guard let folder = try announcementFolder() else { return [] }
        let files = try files(in: folder)
            .filter { !$0.hasSuffix(BlobAnnouncement.removing.suffix) }
        return Set(
            try files.filter { try !isAbandoned($0, in: folder) }
                .flatMap { try ids(in: $0, folder) }
        )
    }

    /// Returns the paths of the announcement files of processes that have ended, along with the IDs
    /// in each file.
    func abandonedAnnouncements() throws -> [(path: String, ids: [BlobID])] {
        guard let folder = try announcementFolder() else { return [] }
        return try files(in: folder).filter { try isAbandoned($0, in: folder) }
            .map { ("\(Self.announcements)/\($0)", try ids(in: $0, folder)) }
    }

    /// Returns whether an announcement file was left by a process that has ended: the file exists,
    /// but no process has locked it.
    ///
    /// Announcement files are locked as soon as they appear, so an unlocked file is no longer in
    /// use.
    private func isAbandoned(_ file: String, in folder: OpenFolder) throws -> Bool {
        try LockedFile(ifFree: file, in: folder) != nil
    }

    private func announcementFolder() throws -> OpenFolder? {
        try OpenFolder(folder)?.folder(Self.announcements)
    }

    private func files(in folder: OpenFolder) throws -> [String] {
        try folder.names()
            .filter { UUID(uuidString: String($0.prefix { $0 != "." })) != nil }
    }

    /// Returns the IDs in an announcement file, or an empty array if the announcement was
    /// withdrawn.
    private func ids(in file: String, _ folder: OpenFolder) throws -> [BlobID] {
        let text = String(decoding: try folder.read(file) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private static let announcements = ".announced"
}

extension BlobAnnouncement {
    /// The suffix of the announcement's file name.
    fileprivate var suffix: String {
        switch self {
        case .storing: ""
        case .removing: ".removing"
        }
    }
}
