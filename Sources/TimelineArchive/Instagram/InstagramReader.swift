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
    /// The number of entries in the current file, other than posts in unknown files.
    private var entryCount = 0
    /// Whether the current file contains anything.
    private var hasItems = false
    /// The unknown files with entries that are not posts.
    private var unknown: (first: SourceLocation, fileCount: Int, entryCount: Int)?

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
            guard let file = files.first else { return endUnknown() }
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
        let items = try JSONItems(of: entry, in: archive) {
            InstagramEntries.isPost($0) || FormerPhoto.describes($0)
        }
        self.items = items
        return items
    }

    private func read(
        _ item: JSONItem,
        in file: (entry: ArchiveEntry, content: InstagramFile)
    ) {
        hasItems = true
        let location = SourceLocation(file: file.entry.path, position: item.location)
        switch file.content {
        case .posts:
            let posts = entries.posts(of: item, at: location)
            entryCount += posts.count
            pending += posts
        case .media: readFormer(item, at: location)
        case .unsupportedPosts(let fault):
            let posts = entries.unsupported(item, at: location, fault: fault)
            if posts.isEmpty, item.position != nil {
                pending.append(.unsupportedPost(location, mediaCount: 0, fault))
            }
            pending += posts
        case .other:
            // A conversation also lists its participants, which do not count.
            if item.position != nil, item.key.map({ $0 != "participants" }) ?? true {
                entryCount += 1
            }
        case .people: break
        case .unknown:
            let posts = entries.unsupported(item, at: location, fault: .unknownFile, isDeep: false)
            if posts.isEmpty, item.isEntry { entryCount += 1 }
            pending += posts
        }
    }

    /// Reads an item of `media.json`, whose arrays are named after their kinds.
    private func readFormer(_ item: JSONItem, at location: SourceLocation) {
        guard item.isEntry else { return }
        entryCount += 1
        switch item.key {
        case "photos": readPhoto(item, at: location)
        case "videos": add(.unsupportedPost(location, mediaCount: 1, .video))
        case "stories": add(.unsupportedPost(location, mediaCount: 1, .story))
        case "profile": add(.other(location, count: 1, .profilePhoto))
        default:
            // A malformed entry is not a photo.
            guard let value = try? item.value(), FormerPhoto.describes(value) else {
                return add(.other(location, count: 1, .message))
            }
            readPhoto(item, at: location)
        }
    }

    /// Adds an entry of `media.json` that is not a photo.
    private func add(_ item: SourceItem) {
        endAlbum()
        pending.append(item)
    }

    private func readPhoto(_ item: JSONItem, at location: SourceLocation) {
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
        if let album { pending.append(entries.post(of: album)) }
        album = nil
    }

    private func endFile(_ file: (entry: ArchiveEntry, content: InstagramFile)) {
        endAlbum()
        let location = SourceLocation(file: file.entry.path)
        switch file.content {
        case .posts, .media:
            if entryCount == 0, hasItems { pending.append(.rejectedFile(location, .noPosts)) }
        case .other(let fault):
            if entryCount > 0 { pending.append(.other(location, count: entryCount, fault)) }
        case .unknown:
            guard entryCount > 0 else { break }
            let former = unknown ?? (location, 0, 0)
            unknown = (former.first, former.fileCount + 1, former.entryCount + entryCount)
        case .unsupportedPosts, .people: break
        }
        (entryCount, hasItems, items) = (0, false, nil)
        files.removeFirst()
    }

    /// Returns the number of entries in unknown files, once.
    ///
    /// An archive has dozens of such files, which would hide the other findings.
    private func endUnknown() -> SourceItem? {
        guard let unknown else { return nil }
        self.unknown = nil
        let fault = EntryError.unknownEntries(fileCount: unknown.fileCount)
        return .other(unknown.first, count: unknown.entryCount, fault)
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

    /// Returns whether a value is a photo of this layout.
    static func describes(_ value: JSONValue) -> Bool {
        value["path"]?.string != nil && value["taken_at"] != nil
    }

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
