import Foundation
import TimelineCore

/// A folder of pictures, in which each picture or each subfolder becomes a post.
struct PhotoFolderSource: PostSource {
    let archive: any ArchiveSource
    /// The files of each post, without sidecars.
    private let groups: [[ArchiveEntry]]
    /// Whether each group is an album.
    private let formsAlbums: Bool
    private let sidecars: PhotoSidecars

    /// Groups the files of a folder.
    ///
    /// - Parameters:
    ///   - archive: The folder.
    ///   - formsAlbums: Whether the pictures of each folder form one post.
    init(_ archive: any ArchiveSource, formsAlbums: Bool) {
        self.archive = archive
        self.formsAlbums = formsAlbums
        let isSidecar = { (entry: ArchiveEntry) in entry.path.lowercased().hasSuffix(".xmp") }
        let files = archive.entries.filter { !isSidecar($0) }
        sidecars = PhotoSidecars(archive.entries.filter(isSidecar), of: files)
        guard formsAlbums else {
            groups = files.map { [$0] }
            return
        }
        groups = Dictionary(grouping: files) { entry in
            PathKey(entry.path.split(separator: "/").dropLast().joined(separator: "/"))
        }
        .sorted { $0.key < $1.key }.map(\.value)
    }

    /// Counts the pictures and videos by the first bytes of the files.
    ///
    /// The count is not exact if files are damaged. Reading all of them would take as long as the
    /// import.
    func entryCount() -> Int {
        groups.reduce(0) { count, group in
            let media = group.count(where: isMedia)
            return count + (media == 0 ? 0 : media + 1)
        }
    }

    private func isMedia(_ entry: ArchiveEntry) -> Bool {
        // The reader will reject files that cannot be read.
        guard let start = try? archive.open(entry).next() else { return true }
        switch MediaKind(start: start) {
        case .picture, .video, .avif: return true
        case .audio, .unknown: return PhotoFolderReader.isNamedLikePicture(entry)
        }
    }

    func makeReader() -> any SourceReader {
        PhotoFolderReader(
            groups: groups,
            formsAlbums: formsAlbums,
            sidecars: sidecars,
            archive: archive
        )
    }
}

/// A reader of a folder's pictures.
final class PhotoFolderReader: SourceReader {
    private var groups: ArraySlice<[ArchiveEntry]>
    private let formsAlbums: Bool
    private let sidecars: PhotoSidecars
    private let archive: any ArchiveSource
    private var pending: ArraySlice<SourceItem> = []
    /// The times of the pictures so far, by hash, so that an undated copy becomes the same post.
    private var times: [BlobID: UInt64] = [:]

    /// The maximum size of a sidecar in bytes.
    private static let sidecarLimit = 1 << 20

    init(
        groups: [[ArchiveEntry]],
        formsAlbums: Bool,
        sidecars: PhotoSidecars,
        archive: any ArchiveSource
    ) {
        self.groups = groups[...]
        self.formsAlbums = formsAlbums
        self.sidecars = sidecars
        self.archive = archive
    }

    func next() -> SourceItem? {
        while true {
            if let item = pending.popFirst() { return item }
            guard let group = groups.popFirst() else { return nil }
            read(group)
        }
    }

    /// A picture with the metadata for its post.
    private struct Picture {
        let entry: ArchiveEntry
        let milliseconds: UInt64
        let notes: PictureNotes
        let hash: BlobID
        let file: PhotoFile?
    }

    private func read(_ group: [ArchiveEntry]) {
        var pictures: [Picture] = []
        for entry in group {
            let location = SourceLocation(file: entry.path)
            do throws(EntryError) {
                if let picture = try picture(entry, at: location) { pictures.append(picture) }
            } catch {
                pending.append(.rejectedPost(location, mediaCount: 1, error))
            }
        }
        guard let first = pictures.first else { return }
        // The oldest picture determines the date of the album, and the others follow in
        // chronological order.
        let sorted = pictures.sorted {
            ($0.milliseconds, PathKey($0.entry.path)) < ($1.milliseconds, PathKey($1.entry.path))
        }
        let media = sorted.map { picture in
            SourceMedia(
                path: picture.entry.path,
                file: .success(picture.entry),
                alt: picture.notes.alt,
                milliseconds: picture.milliseconds,
                notes: picture.notes,
                picture: picture.file
            )
        }
        pending.append(
            .post(
                SourcePost(
                    location: SourceLocation(file: first.entry.path),
                    milliseconds: sorted[0].milliseconds,
                    identity: SourcePost.folderIdentity(of: sorted.map(\.hash)),
                    isIdentifiedByPictures: false,
                    isAlbum: formsAlbums,
                    caption: media.folderCaption,
                    media: media
                )
            )
        )
    }

    /// Reads a picture with its sidecar.
    ///
    /// Counts any other file and returns `nil`.
    private func picture(
        _ entry: ArchiveEntry,
        at location: SourceLocation
    ) throws(EntryError) -> Picture? {
        let stream = try archive.open(entry)
        let start = try stream.next()
        switch MediaKind(start: start) {
        case .picture: break
        case .video:
            pending.append(.unsupportedPost(location, mediaCount: 1, .video))
            return nil
        case .audio:
            pending.append(.other(location, count: 1, .audio))
            return nil
        case .avif:
            pending.append(.unsupportedPost(location, mediaCount: 1, .avif))
            return nil
        case .unknown:
            guard !Self.isNamedLikePicture(entry) else { throw .notAPicture }
            pending.append(.other(location, count: 1, .notAPicture))
            return nil
        }
        guard entry.byteCount <= PictureLimits.bytes else { throw .pictureTooLarge }
        let content = try stream.readAll(after: start, limit: PictureLimits.bytes)
        let file = PhotoFile(content: content)
        var notes = try Self.notes(of: file)
        if let sidecar = try sidecarNotes(of: entry) { notes = sidecar.adding(notes) }
        let hash = file.blob.id
        let stated = notes.date.flatMap { SourceTime.milliseconds(text: $0, offset: notes.offset) }
        guard let time = stated ?? times[hash] ?? Self.time(of: entry) else { throw .timeMissing }
        times[hash] = time
        return Picture(
            entry: entry,
            milliseconds: time,
            notes: notes,
            hash: hash,
            file: formsAlbums ? nil : file
        )
    }

    private static func notes(of file: PhotoFile) throws(EntryError) -> PictureNotes {
        do throws(PictureError) {
            return PictureNotes(of: try file.picture())
        } catch {
            throw EntryError(.photoRefused(error, name: nil))
        }
    }

    /// Reads the sidecar of a picture.
    private func sidecarNotes(of entry: ArchiveEntry) throws(EntryError) -> PictureNotes? {
        guard let sidecar = sidecars.sidecar(of: entry), sidecar.byteCount <= Self.sidecarLimit
        else { return nil }
        return PictureNotes(xmp: try archive.open(sidecar).readAll(limit: Self.sidecarLimit))
    }

    private static func time(of entry: ArchiveEntry) -> UInt64? {
        SourceTime.milliseconds(seconds: entry.modified.map { Double($0) })
    }

    /// Returns whether a file has the extension of a picture.
    fileprivate static func isNamedLikePicture(_ entry: ArchiveEntry) -> Bool {
        let path = entry.path.lowercased()
        return MediaType.allCases.flatMap(\.fileExtensions).contains { path.hasSuffix(".\($0)") }
    }
}

extension SourcePost {
    /// Returns the identity of a post that shows the given pictures of a folder.
    static func folderIdentity(of pictures: [BlobID]) -> [String] {
        ["folder"] + pictures.map(\.description)
    }
}

extension [SourceMedia] {
    /// The captions and tags of all pictures in a folder, without repetitions.
    var folderCaption: String {
        var captions: [String] = []
        for notes in compactMap(\.notes) {
            if let caption = notes.caption, !captions.contains(caption) { captions.append(caption) }
            if let tags = notes.tags(notIn: captions) { captions.append(tags) }
        }
        return captions.joined(separator: "\n\n")
    }
}

extension PictureNotes {
    /// Returns the keywords as tags, without characters that tags cannot contain.
    ///
    /// Tags that the captions contain already, as those of exported photos do, are left out.
    fileprivate func tags(notIn captions: [String]) -> String? {
        var known = Set(captions.flatMap { TextEntities(in: $0).tags.map(\.name) })
        let tags =
            keywords
            .map { $0.filter { $0.isLetter || $0.isNumber || $0 == "_" } }
            .filter { !$0.isEmpty && known.insert(Tag.normalized($0)).inserted }
        return tags.isEmpty ? nil : tags.map { "#\($0)" }.joined(separator: " ")
    }

    /// Returns these notes with missing values filled in from others.
    fileprivate func adding(_ other: PictureNotes) -> PictureNotes {
        var notes = self
        notes.add(other)
        return notes
    }
}

/// The sidecars of a folder's pictures: "a.xmp" or "a.jpg.xmp" for "a.jpg".
struct PhotoSidecars: Sendable {
    /// The sidecars by the paths of their pictures, with and without extension.
    private let sidecars: [Substring: [ArchiveEntry]]
    /// The paths of sidecars, without extension, that match a picture byte for byte.
    private let matched: Set<PathKey>

    /// Assigns sidecars to the pictures of a folder.
    init(_ sidecars: [ArchiveEntry], of pictures: [ArchiveEntry]) {
        self.sidecars = Dictionary(grouping: sidecars) { MediaIndex.stem(of: $0.path) }
        let keys = Set(sidecars.map(Self.key))
        matched = Set(pictures.lazy.flatMap(Self.keys).filter(keys.contains))
    }

    /// Returns the sidecar of a picture.
    ///
    /// Its path may be in another Unicode normalization form, unless it is that of another picture.
    func sidecar(of picture: ArchiveEntry) -> ArchiveEntry? {
        let candidates = Self.paths(picture).flatMap { sidecars[$0] ?? [] }
        let keys = Self.keys(picture)
        return candidates.first { keys.contains(Self.key($0)) }
            ?? candidates.first { !matched.contains(Self.key($0)) }
    }

    private static func key(_ sidecar: ArchiveEntry) -> PathKey {
        PathKey(MediaIndex.stem(of: sidecar.path))
    }

    private static func keys(_ picture: ArchiveEntry) -> [PathKey] {
        paths(picture).map { PathKey($0) }
    }

    /// The possible paths of a picture's sidecars, without their extension.
    private static func paths(_ picture: ArchiveEntry) -> [Substring] {
        [picture.path[...], MediaIndex.stem(of: picture.path)]
    }
}
