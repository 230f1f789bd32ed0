import TimelineCore

/// An archive that a Mastodon server creates for a user: `outbox.json` and the media.
struct MastodonSource: PostSource {
    let archive: any ArchiveSource
    private let outbox: ArchiveEntry
    /// The file with the profile, next to the outbox.
    private let actor: ArchiveEntry?
    /// The files that list entries other than posts, such as likes.
    private let others: [(entry: ArchiveEntry, fault: EntryError)]
    private let entries: MastodonEntries

    /// Recognizes the files of an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - includesPrivate: Whether to import posts that only followers or mentioned people can see.
    /// - Throws: `TimelineError.archiveUnreadable` if the archive has no outbox.
    init(_ archive: any ArchiveSource, includesPrivate: Bool) throws(TimelineError) {
        self.archive = archive
        let outboxes = archive.userEntries.filter { Self.name(of: $0) == "outbox.json" }
        guard let outbox = outboxes.min(by: { $0.path.count < $1.path.count }) else {
            throw .archiveUnreadable(ArchiveText.noOutbox)
        }
        self.outbox = outbox
        let folder = outbox.path.dropLast("outbox.json".count)
        actor = archive.userEntries.first { $0.path == folder + "actor.json" }
        let faults: [Substring: EntryError] = [
            "likes.json": .like, "bookmarks.json": .bookmark,
        ]
        others = archive.userEntries.compactMap { entry in
            faults[Self.name(of: entry)].map { (entry, $0) }
        }
        entries = MastodonEntries(
            media: MediaIndex(archive.userEntries),
            includesPrivate: includesPrivate
        )
    }

    var profilePath: String { actor?.path ?? "" }

    func profile() throws(EntryError) -> SourceProfile? {
        guard let actor else { return nil }
        let json = try archive.open(actor).readAll(limit: JSONItems.byteLimit)
        return try entries.profile(JSONValue(parsing: json), at: actor.path)
    }

    func makeReader() -> any SourceReader {
        MastodonReader(outbox: outbox, others: others, archive: archive, entries: entries)
    }

    private static func name(of entry: ArchiveEntry) -> Substring {
        entry.path.split(separator: "/").last ?? ""
    }
}

/// A reader of the activities in an outbox, which also counts other entries.
final class MastodonReader: SourceReader {
    private var files: ArraySlice<(entry: ArchiveEntry, fault: EntryError?)>
    private let archive: any ArchiveSource
    private let entries: MastodonEntries
    private var items: JSONItems?
    private var otherCount = 0
    /// The entries that have been read but not returned.
    private var pending: ArraySlice<SourceItem> = []
    /// Whether the outbox contains activities, or says so.
    private var outboxHasPosts = (found: false, expected: false)

    init(
        outbox: ArchiveEntry,
        others: [(entry: ArchiveEntry, fault: EntryError)],
        archive: any ArchiveSource,
        entries: MastodonEntries
    ) {
        files = [(entry: outbox, fault: nil)] + others.map { (entry: $0.entry, fault: $0.fault) }
        self.archive = archive
        self.entries = entries
    }

    func next() -> SourceItem? {
        while true {
            if let item = pending.popFirst() { return item }
            guard let file = files.first else { return nil }
            do throws(EntryError) {
                let items = try openItems(of: file.entry)
                guard let item = try items.next() else {
                    if let item = endFile() { return item }
                    continue
                }
                guard file.fault == nil else {
                    if item.isEntry, (item.key ?? "orderedItems") == "orderedItems" {
                        otherCount += 1
                    }
                    continue
                }
                read(item, at: SourceLocation(file: file.entry.path, position: item.location))
            } catch {
                files.removeFirst()
                (items, otherCount) = (nil, 0)
                return .rejectedFile(SourceLocation(file: file.entry.path), error)
            }
        }
    }

    private func read(_ item: JSONItem, at location: SourceLocation) {
        pending += entries.entries(item, at: location)
        if !pending.isEmpty { outboxHasPosts.found = true }
        // The context describes terms, and is no activity.
        let isProperty = item.key == "totalItems" ? Self.isZero(item) : !item.isEntry
        if !isProperty, item.key != "@context" { outboxHasPosts.expected = true }
    }

    private static func isZero(_ item: JSONItem) -> Bool {
        // A malformed number states nothing.
        (try? item.value().number).map { $0 == 0 } ?? true
    }

    private func openItems(of entry: ArchiveEntry) throws(EntryError) -> JSONItems {
        if let items { return items }
        let items = try JSONItems(of: entry, in: archive, isEntry: MastodonEntries.isPost)
        self.items = items
        return items
    }

    /// Continues with the next file, and returns the number of other entries in this one.
    private func endFile() -> SourceItem? {
        defer { (items, otherCount) = (nil, 0) }
        let file = files.removeFirst()
        let location = SourceLocation(file: file.entry.path)
        guard let fault = file.fault else {
            let isUnknown = outboxHasPosts.expected && !outboxHasPosts.found
            return isUnknown ? .rejectedFile(location, .noPosts) : nil
        }
        return otherCount > 0 ? .other(location, count: otherCount, fault) : nil
    }
}
