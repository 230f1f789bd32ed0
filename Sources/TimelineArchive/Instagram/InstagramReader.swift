/// A reader of the posts in an Instagram archive, file by file.
final class InstagramReader: SourceReader {
    private var files: ArraySlice<(entry: ArchiveEntry, content: InstagramFile)>
    private let archive: any ArchiveSource
    private let entries: InstagramEntries
    /// The items of the current file, or `nil` before the next file.
    private var items: JSONItems?
    /// The entries that have been read but not returned.
    private var pending: ArraySlice<SourceItem> = []
    /// The latest photos of `media.json`, which may form an album with the next ones.
    private var album: FormerAlbum?
    /// The number of entries in the current file that are not posts.
    private var otherCount = 0

    init(
        files: [(entry: ArchiveEntry, content: InstagramFile)],
        archive: any ArchiveSource,
        entries: InstagramEntries
    ) {
        self.files = files[...]
        self.archive = archive
        self.entries = entries
    }

    func next() -> SourceItem? {
        while true {
            if let item = pending.popFirst() { return item }
            guard let file = files.first else { return nil }
            do throws(EntryError) {
                let items = try openItems(of: file.entry)
                if let item = try items.next() {
                    read(item, in: file)
                } else {
                    endFile(file)
                }
            } catch {
                pending.append(.rejectedFile(SourceLocation(file: file.entry.path), error))
                endFile(file)
            }
        }
    }

    private func openItems(of entry: ArchiveEntry) throws(EntryError) -> JSONItems {
        if let items { return items }
        let items = JSONItems(try archive.open(entry))
        self.items = items
        return items
    }

    private func read(
        _ item: JSONItem,
        in file: (entry: ArchiveEntry, content: InstagramFile)
    ) {
        let location = SourceLocation(file: file.entry.path, position: item.location)
        switch file.content {
        case .posts:
            guard item.position != nil else { return }
            pending += entries.posts(of: item, at: location)
        case .media: readFormer(item, at: location)
        case .unsupportedPosts(let fault):
            guard item.position != nil else { return }
            pending.append(entries.unsupported(item, at: location, fault: fault))
        case .other:
            // A conversation also lists its participants, which do not count.
            if item.position != nil, item.key.map({ $0 != "participants" }) ?? true {
                otherCount += 1
            }
        case .people: break
        }
    }

    /// Reads an item of `media.json`, whose arrays are named after their kinds.
    private func readFormer(_ item: JSONItem, at location: SourceLocation) {
        guard item.position != nil else { return }
        guard item.key == "photos" else {
            endAlbum()
            switch item.key {
            case "videos": pending.append(.unsupportedPost(location, mediaCount: 1, .video))
            case "stories": pending.append(.unsupportedPost(location, mediaCount: 1, .story))
            case "profile": pending.append(.other(location, count: 1, .profilePhoto))
            default: pending.append(.other(location, count: 1, .message))
            }
            return
        }
        do throws(EntryError) {
            let photo = try FormerPhoto(item, at: location)
            if album?.append(photo) == true { return }
            endAlbum()
            album = FormerAlbum(photo)
        } catch {
            endAlbum()
            pending.append(.rejectedPost(location, mediaCount: 1, error))
        }
    }

    private func endAlbum() {
        if let album { pending += entries.posts(of: album) }
        album = nil
    }

    private func endFile(_ file: (entry: ArchiveEntry, content: InstagramFile)) {
        endAlbum()
        if case .other(let fault) = file.content, otherCount > 0 {
            let location = SourceLocation(file: file.entry.path)
            pending.append(.other(location, count: otherCount, fault))
        }
        otherCount = 0
        items = nil
        files.removeFirst()
    }
}

/// A photo in `media.json`, the layout used until 2020.
struct FormerPhoto {
    let location: SourceLocation
    let milliseconds: UInt64
    let caption: String
    /// The caption as written in the archive, before its encoding was repaired.
    let rawCaption: String
    let place: String?
    let path: String
    /// The size of the photo's JSON in bytes.
    let byteCount: Int

    /// Reads a photo.
    ///
    /// - Throws: A fault if the photo is malformed or too large, or has no time or path.
    init(_ item: JSONItem, at location: SourceLocation) throws(EntryError) {
        let raw = try item.value()
        let value = raw.repairingEncoding
        guard
            let time = value["taken_at"]?.string
                .flatMap({ SourceTime.milliseconds(text: $0) })
                ?? SourceTime.milliseconds(seconds: value["taken_at"]?.number)
        else { throw .timeMissing }
        guard let path = value["path"]?.string else { throw .missing("path") }
        self.location = location
        self.path = path
        byteCount = try item.content.get().count
        milliseconds = time
        caption = value["caption"]?.string ?? ""
        rawCaption = raw["caption"]?.string ?? ""
        place = value["location"]?.string
    }
}

/// The photos of one post in `media.json`, which repeats the time and the caption for each of them.
struct FormerAlbum {
    private(set) var photos: [FormerPhoto]
    /// The size of the photos' JSON in bytes.
    private var byteCount: Int

    /// Creates an album with one photo.
    init(_ photo: FormerPhoto) { (photos, byteCount) = ([photo], photo.byteCount) }

    /// The first photo.
    var first: FormerPhoto { photos[0] }

    /// Adds a photo if it belongs to the same post, and returns whether it does.
    ///
    /// An album ends at the maximum size of an item and at the maximum number of media, so that a
    /// file of photos with the same time and caption does not fill the memory. The other photos form
    /// another post.
    mutating func append(_ photo: FormerPhoto) -> Bool {
        guard photo.milliseconds == first.milliseconds, photo.caption == first.caption,
            byteCount + photo.byteCount <= JSONItems.byteLimit,
            photos.count < SourcePost.mediaLimit
        else { return false }
        photos.append(photo)
        byteCount += photo.byteCount
        return true
    }
}
