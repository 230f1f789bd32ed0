import Foundation
import TimelineCore

/// A folder of pictures, in which each picture or each subfolder becomes a post.
struct PhotoFolderSource: PostSource {
    let archive: any ArchiveSource
    private let settings: PhotoFolderSettings
    private let sidecars: PhotoSidecars
    private let groups: [PhotoGroup]

    /// Groups the files of a folder.
    init(_ archive: any ArchiveSource, _ settings: PhotoFolderSettings) {
        self.archive = archive
        self.settings = settings
        let sidecars = PhotoSidecars(in: archive)
        self.sidecars = sidecars
        let files = archive.entries.filter { !sidecars.paths.contains(PathKey($0.path)) }
        guard settings.formsAlbums else {
            groups = files.map { PhotoGroup(files: [$0]) }
            return
        }
        let folders = Dictionary(grouping: files) { PathKey(Self.folder(of: $0)) }
            .sorted { $0.key < $1.key }
        // The other pictures follow, so that those of the albums are known. Google also puts them into
        // the folders of years.
        var (albums, others): ([PhotoGroup], [PhotoGroup]) = ([], [])
        for (_, files) in folders {
            if let album = PhotoGroup(files, of: archive, isTakeout: sidecars.isTakeout, settings) {
                albums.append(album)
            } else {
                others += files.map { PhotoGroup(files: [$0]) }
            }
        }
        groups = albums + others
    }

    private static func folder(of file: ArchiveEntry) -> Substring {
        file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)]
    }

    /// Counts the pictures and videos by the first bytes of the files.
    ///
    /// The count is not exact if files are damaged. Reading all of them would take as long as the
    /// import.
    func entryCount() -> Int {
        groups.reduce(0) { count, group in
            let media = group.files.count(where: isMedia)
            return count + (media == 0 ? 0 : media + 1)
        }
    }

    private func isMedia(_ entry: ArchiveEntry) -> Bool {
        // The reader will reject files that cannot be read.
        guard let start = try? archive.open(entry).next() else { return true }
        switch MediaKind(start: start, path: entry.path) {
        case .picture, .unsupported: return true
        case .audio, .unknown: return PhotoFolderReader.isNamedLikePicture(entry)
        }
    }

    func makeReader() -> any SourceReader {
        PhotoFolderReader(of: groups, sidecars, in: archive, settings)
    }
}

/// How the pictures of a folder become posts.
struct PhotoFolderSettings: Sendable {
    /// Whether the pictures of each subfolder form one post.
    var formsAlbums = false
    /// Whether to import the locations of pictures.
    var includesPlaces = false
    /// The time zone of dates without an offset.
    var timeZone = TimeZone.gmt
    /// The current time.
    var now = Date.distantFuture
    /// The name of the folder.
    var name = ""
}

/// The files of a post in a folder.
struct PhotoGroup: Sendable {
    let files: [ArchiveEntry]
    /// The captions that name and describe the album, or `nil` for a single picture.
    var album: [String]?
    /// The name of the album's folder, for a caption if there is nothing better.
    var folderName: String?

    /// Creates the group of a single file.
    init(files: [ArchiveEntry]) { self.files = files }

    /// Creates the group of a folder, or returns `nil` if its pictures form no album.
    ///
    /// In Google Takeout, only folders with a description of an album are albums.
    init?(
        _ files: [ArchiveEntry],
        of archive: any ArchiveSource,
        isTakeout: Bool,
        _ settings: PhotoFolderSettings
    ) {
        let descriptions = files.filter { $0.path.lowercased().hasSuffix(".json") }
        let described = descriptions.lazy
            .compactMap { file in
                TakeoutSidecars.album(file, in: archive).map { (file, $0) }
            }
            .first
        guard !isTakeout || described != nil else { return nil }
        self.files = files.filter { $0 != described?.0 }
        album = described?.1 ?? []
        let path = files.first?.path ?? ""
        let name = path.split(separator: "/").dropLast().last.map(String.init) ?? settings.name
        // Cameras number their folders.
        let isOfMachine =
            name.wholeMatch(of: /(?i:dcim|camera|camera roll|\d{3}[a-z0-9_]{5})/) != nil
        folderName = isOfMachine || name.isEmpty ? nil : name
    }
}

/// A reader of a folder's pictures.
final class PhotoFolderReader: SourceReader {
    private var groups: ArraySlice<PhotoGroup>
    private let sidecars: PhotoSidecars
    private let archive: any ArchiveSource
    private let settings: PhotoFolderSettings
    private var pending: ArraySlice<SourceItem> = []
    /// The pictures of the albums so far.
    private var shown: Set<BlobID> = []
    /// The files of the same size as others, by size, until they are hashed.
    ///
    /// Only they can be copies.
    private var sizes: [Int: [ArchiveEntry]]
    /// The files that have been hashed, by hash.
    private var copies: [BlobID: [ArchiveEntry]] = [:]

    init(
        of groups: [PhotoGroup],
        _ sidecars: PhotoSidecars,
        in archive: any ArchiveSource,
        _ settings: PhotoFolderSettings
    ) {
        self.groups = groups[...]
        self.sidecars = sidecars
        self.archive = archive
        self.settings = settings
        sizes = Dictionary(grouping: groups.flatMap(\.files), by: \.byteCount)
            .filter { $0.value.count > 1 }
    }

    func next() -> SourceItem? {
        while true {
            if let item = pending.popFirst() { return item }
            guard let group = groups.popFirst() else { return nil }
            read(group)
        }
    }

    /// A picture with what its post needs.
    private struct Picture {
        let entry: ArchiveEntry
        let date: PictureDate
        let notes: PictureNotes
        let remarks: [EntryError]
        let hash: BlobID
        let file: PhotoFile?

        var milliseconds: UInt64 { date.date.millisecondsSince1970 }
    }

    private func read(_ group: PhotoGroup) {
        var pictures: [Picture] = []
        for entry in group.files {
            let location = SourceLocation(file: entry.path)
            do throws(EntryError) {
                guard let picture = try picture(entry, at: location, in: group) else { continue }
                // Of equal pictures in an album, and in an album and elsewhere, one is imported.
                let isRepeated =
                    shown.contains(picture.hash) && group.album == nil
                    || pictures.contains { $0.hash == picture.hash }
                if isRepeated {
                    pending.append(.repetition(isPost: group.album == nil))
                } else {
                    pictures.append(picture)
                }
            } catch {
                pending.append(.rejectedPost(location, mediaCount: 1, error))
            }
        }
        guard let first = pictures.first else { return }
        if group.album != nil { shown.formUnion(pictures.map(\.hash)) }
        // The oldest picture determines the date of the album, and the others follow in
        // chronological order, or in that of their numbers.
        let sorted = pictures.sorted {
            guard $0.milliseconds == $1.milliseconds else {
                return $0.milliseconds < $1.milliseconds
            }
            let order = $0.entry.path.compare($1.entry.path, options: .numeric)
            return order == .orderedSame
                ? PathKey($0.entry.path) < PathKey($1.entry.path) : order == .orderedAscending
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
        var post = SourcePost(
            location: SourceLocation(file: first.entry.path),
            milliseconds: sorted[0].milliseconds,
            identity: SourcePost.folderIdentity(of: sorted.map(\.hash)),
            isIdentifiedByPictures: false,
            isOfFolder: true,
            album: group.album.map { SourcePost.Album(texts: $0, name: group.folderName) },
            caption: "",
            media: media
        )
        post.caption = post.folderCaption
        if settings.includesPlaces { post.place = sorted.lazy.compactMap(\.notes.place).first }
        for (index, picture) in sorted.enumerated() {
            post.changes += picture.remarks.map { fault in
                SourcePost.Change(index: group.album == nil ? nil : index, fault: fault)
            }
        }
        post.dateSource = sorted[0].date.source
        pending.append(.post(post))
    }

    /// Reads a picture with its sidecars.
    ///
    /// Counts any other file and returns `nil`.
    private func picture(
        _ entry: ArchiveEntry,
        at location: SourceLocation,
        in group: PhotoGroup
    ) throws(EntryError) -> Picture? {
        let stream = try archive.open(entry)
        let start = try stream.next()
        switch MediaKind(start: start, path: entry.path) {
        case .picture: break
        case .unsupported(let fault):
            pending.append(.unsupportedPost(location, mediaCount: 1, fault))
            return nil
        case .audio:
            pending.append(.other(location, count: 1, .audio))
            return nil
        case .unknown:
            guard !Self.isNamedLikePicture(entry) else { throw .notAPicture }
            pending.append(.other(location, count: 1, .notAPicture))
            return nil
        }
        guard entry.byteCount <= PictureLimits.bytes else { throw .pictureTooLarge }
        let content = try stream.readAll(after: start, limit: PictureLimits.bytes)
        let file = PhotoFile(content: content)
        let own = try Self.notes(of: file)
        let hash = file.blob.id
        let beside = sidecars.notes(of: entry, in: archive)
        guard let date = date(of: entry, own.writtenDates, beside, hash) else { throw .timeMissing }
        var notes = beside.notes
        notes.add(own)
        return Picture(
            entry: entry,
            date: date,
            notes: notes,
            remarks: beside.faults + [EntryError.dating(date)].compactMap(\.self),
            hash: hash,
            file: group.album == nil ? file : nil
        )
    }

    private static func notes(of file: PhotoFile) throws(EntryError) -> PictureNotes {
        do throws(PictureError) {
            return PictureNotes(of: try file.picture())
        } catch {
            throw EntryError(.photoRefused(error, name: nil))
        }
    }

    /// Returns the date of a picture.
    ///
    /// Only a picture without a date of its own can be dated differently by a copy of its file. Of
    /// all copies, the oldest date is returned, so that the order does not matter.
    private func date(
        of entry: ArchiveEntry,
        _ own: [WrittenDate],
        _ beside: SidecarNotes,
        _ hash: BlobID
    ) -> PictureDate? {
        let date = date(of: entry, own, beside)
        guard date?.source != .picture else { return date }
        for file in sizes.removeValue(forKey: entry.byteCount) ?? [] {
            // A file that cannot be read is no copy, and will be rejected in its turn.
            guard let content = try? archive.open(file).readAll(limit: PictureLimits.bytes) else {
                continue
            }
            copies[BlobID(of: content), default: []].append(file)
        }
        let dates = (copies[hash] ?? []).filter { $0 != entry }
            .map { self.date(of: $0, own, sidecars.notes(of: $0, in: archive)) }
        return ([date] + dates).compactMap(\.self).min { $0.date < $1.date }
    }

    private func date(
        of entry: ArchiveEntry,
        _ own: [WrittenDate],
        _ beside: SidecarNotes
    ) -> PictureDate? {
        let name = entry.path.split(separator: "/").last.map(String.init) ?? ""
        let named = WrittenDate(fileName: name).map { [(PictureDate.Source.fileName, $0)] } ?? []
        return PictureDate(
            own.map { (.picture, $0) } + beside.dates.map { (.sidecar, $0) } + named,
            fileTime: SourceTime.milliseconds(seconds: entry.modified.map { Double($0) })
                .map { Date(timeIntervalSince1970: Double($0) / 1000) },
            now: settings.now,
            in: settings.timeZone
        )
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

    /// The texts of the album, and the captions and tags of all pictures, without repetitions; or else
    /// the name of the album's folder.
    var folderCaption: String {
        var captions = album?.texts ?? []
        for notes in media.compactMap(\.notes) {
            if let caption = notes.caption, !captions.contains(caption) { captions.append(caption) }
            if let tags = notes.tags(notIn: captions) { captions.append(tags) }
        }
        return captions.isEmpty ? album?.name ?? "" : captions.joined(separator: "\n\n")
    }
}

extension PictureNotes {
    /// The place where the picture was taken.
    fileprivate var place: Place? {
        let coordinate = location.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        return placeName == nil && coordinate == nil
            ? nil : Place(name: placeName, coordinate: coordinate)
    }

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
}
