import Foundation

extension FolderBlobStore {
    /// Runs `body` while a file in the folder `.announced`, locked by this process, lists the IDs.
    ///
    /// If `body` throws, the file stays, unlocked, like that of a killed process.
    ///
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
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

    /// The IDs in all files of `.announced`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func announced() throws -> Set<BlobID> {
        Set(try announcementFiles().flatMap(ids(in:)))
    }

    /// The IDs that running processes store.
    func announcedForStoring() throws -> Set<BlobID> {
        let files = try announcementFiles()
            .filter { !$0.lastPathComponent.hasSuffix(BlobAnnouncement.removing.suffix) }
        return Set(try files.filter { try !isAbandoned($0) }.flatMap(ids(in:)))
    }

    /// The files of processes that have ended, with their IDs.
    func abandonedAnnouncements() throws -> [(file: URL, ids: [BlobID])] {
        try announcementFiles().filter(isAbandoned).map { ($0, try ids(in: $0)) }
    }

    /// Whether the file exists and no process has locked it; none will lock it again.
    private func isAbandoned(_ file: URL) throws -> Bool { try LockedFile(ifFree: file) != nil }

    private func announcementFiles() throws -> [URL] {
        try DurableFile.names(in: announcements)
            .map { announcements.appending(path: $0) }
            .filter { UUID(uuidString: $0.deletingPathExtension().lastPathComponent) != nil }
    }

    /// The IDs in an announcement; empty if it has been withdrawn.
    private func ids(in announcement: URL) throws -> [BlobID] {
        let text = String(decoding: try DurableFile.read(announcement) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private var announcements: URL { folder.appending(path: ".announced") }
}

extension BlobAnnouncement {
    /// The end of the announcement's file name.
    fileprivate var suffix: String {
        switch self {
        case .storing: ""
        case .removing: ".removing"
        }
    }
}
