import Foundation
import TimelineCore

extension ArchiveImport {
    /// Imports the originals of the photos, after the entries that reference the photos.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError`, or an error thrown by
    ///   the closure that receives findings.
    mutating func importOriginals() async throws {
        let lines: [BlobID: [ArchivedOriginal]]
        do {
            lines = try originalLines()
        } catch let fault as EntryError {
            return try add(fault, .media, in: ArchiveLayout.originals)
        }
        for (original, path) in source.originals.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            let work = OriginalWork(
                source: source,
                engine: engine,
                importer: importer,
                original: (original, path),
                lines: lines[original] ?? [],
                rehearsal: isDryRun ? finishedBlobs : nil
            )
            let outcome = try await engine.fileWrites.run { try work.run() }
            try settle(path, as: outcome)
        }
    }

    /// Reads the lines about originals that the archive contains, and reports malformed lines.
    ///
    /// - Throws: ``EntryError`` if the list is missing or damaged, or does not match the manifest,
    ///   or an error thrown by the closure that receives findings.
    private mutating func originalLines() throws -> [BlobID: [ArchivedOriginal]] {
        guard let list = source.originalList else { return [:] }
        guard try source.isWhole(list) else { throw EntryError.damagedFile }
        var originals: [BlobID: [ArchivedOriginal]] = [:]
        var lines = try source.lines(of: list)
        while let chunk = try lines.nextChunk() {
            for line in chunk {
                do throws(EntryError) {
                    let original = try ArchivedOriginal(line: line.content.get())
                    guard source.originals[original.original] != nil else { continue }
                    originals[original.original, default: []].append(original)
                } catch {
                    try add(error, .media, in: list.path, line: line.number)
                }
            }
        }
        return originals
    }

    private mutating func settle(
        _ path: String,
        as outcome: Result<OriginalWork.Outcome, EntryError>
    ) throws {
        switch outcome {
        case .success(.unused): try add(.noEntry, .media, .notSupported, in: path)
        case .success(let outcome):
            report.media.entries += 1
            if outcome == .imported {
                report.media.imported += 1
            } else {
                report.media.alreadyPresent += 1
            }
        case .failure(let fault): try add(fault, .media, in: path)
        }
    }
}

/// The import of one original, on a thread that may block.
///
/// Originals are private, and the archive may belong to someone else. Therefore, an original is
/// accepted only for a photo that its user has posted in this store, and only if that user imports
/// the archive or has no account. It never replaces another original.
struct OriginalWork: Sendable {
    let source: StoreArchive
    let engine: TimelineEngine
    let importer: User.ID?
    /// The hash and the path of the file.
    let original: (id: BlobID, path: String)
    /// The lines that name the file: its photos and their users.
    let lines: [ArchivedOriginal]
    /// The photos that the import would add, for a dry run, or `nil` otherwise.
    let rehearsal: Set<BlobID>?

    /// The outcome for the file.
    enum Outcome { case imported, present, unused }

    /// Stores the file and those of its lines that are accepted.
    ///
    /// - Throws: A `TimelineError` if the storage fails.
    func run() throws -> Result<Outcome, EntryError> {
        let decision = try engine.syncedRepository.read { try decide($0, $1) }
        guard case .success((let outcome, _)) = decision, outcome == .imported else {
            return decision.map(\.0)
        }
        let picture: Blob
        do throws(EntryError) {
            picture = try source.picture(original.id, at: original.path)
        } catch {
            return .failure(error)
        }
        return rehearsal == nil ? try add(picture) : .success(.imported)
    }

    private func add(_ picture: Blob) throws -> Result<Outcome, EntryError> {
        var decision: Result<(Outcome, [ArchivedOriginal]), EntryError> = .success((.unused, []))
        try engine.add([picture.id]) {
            try $0.put(picture)
        } writing: { reader, accounts in
            decision = try decide(reader, accounts)
            for line in try decision.get().1 {
                try accounts.setOriginal(original.id, of: line.photo, by: line.user)
            }
        }
        return decision.map(\.0)
    }

    /// Returns the outcome, and the lines to store.
    private func decide(
        _ reader: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> Result<(Outcome, [ArchivedOriginal]), EntryError> {
        var new: [ArchivedOriginal] = []
        var (isPresent, isForeign) = (false, false)
        for line in lines {
            let isAwaited = rehearsal?.contains(line.photo) == true
            guard try isAwaited || reader.isShown(line.photo, by: line.user) else { continue }
            if try line.user != importer && accounts.account(of: line.user) != nil {
                isForeign = true
            } else if try accounts.original(of: line.photo, by: line.user) != nil {
                isPresent = true
            } else if line.photo != original.id {
                new.append(line)
            }
        }
        if !new.isEmpty { return .success((.imported, new)) }
        if isPresent { return .success((.present, [])) }
        return isForeign ? .failure(.foreignOriginal) : .success((.unused, []))
    }
}

/// A line in the list of originals: a file that a user shared as a photo.
struct ArchivedOriginal: Hashable, Sendable {
    /// The hash of the file.
    let original: BlobID
    /// The public copy.
    let photo: BlobID
    /// The user who shared the file.
    let user: User.ID

    /// Reads a line.
    ///
    /// - Throws: ``EntryError`` if the line is malformed.
    init(line: some Sequence<UInt8>) throws(EntryError) {
        // Any parsing error means that the text is not an entry.
        guard let value = try? JSONValue(parsingStrictly: line), case .object = value else {
            throw .lineNotJSON
        }
        original = try value.id("original")
        photo = try value.id("public")
        user = try value.id("user")
    }
}
