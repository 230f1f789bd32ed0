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
        try DurableFile.makeFolder(announcements)
        let path = announcements.appending(path: UUID().uuidString + announcement.suffix)
        let text = ids.map(\.description).joined(separator: "\n")
        let file = try LockedFile(making: path, content: Data(text.utf8))
        let answer = try body()
        file.remove()
        return answer
    }

    /// Returns the IDs of all announced blobs, read from the files in the `.announced` folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func announced() throws -> Set<BlobID> {
        Set(try announcementFiles().flatMap(ids(in:)))
    }

    /// Returns the IDs of the blobs that running processes are storing.
    func announcedForStoring() throws -> Set<BlobID> {
        let files = try announcementFiles()
            .filter { !$0.lastPathComponent.hasSuffix(BlobAnnouncement.removing.suffix) }
        return Set(try files.filter { try !isAbandoned($0) }.flatMap(ids(in:)))
    }

    /// Returns the announcement files of processes that have ended, along with the IDs in each
    /// file.
    func abandonedAnnouncements() throws -> [(file: URL, ids: [BlobID])] {
        try announcementFiles().filter(isAbandoned).map { ($0, try ids(in: $0)) }
    }

    /// Returns whether an announcement file was left by a process that has ended: the file exists,
    /// but no process has locked it.
    ///
    /// Announcement files are locked as soon as they appear, so an unlocked file is no longer in
    /// use.
    private func isAbandoned(_ file: URL) throws -> Bool { try LockedFile(ifFree: file) != nil }

    private func announcementFiles() throws -> [URL] {
        try DurableFile.names(in: announcements)
            .map { announcements.appending(path: $0) }
            .filter { UUID(uuidString: $0.deletingPathExtension().lastPathComponent) != nil }
    }

    /// Returns the IDs in an announcement file, or an empty array if the announcement was
    /// withdrawn.
    private func ids(in announcement: URL) throws -> [BlobID] {
        let text = String(decoding: try DurableFile.read(announcement) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private var announcements: URL { folder.appending(path: ".announced") }
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
