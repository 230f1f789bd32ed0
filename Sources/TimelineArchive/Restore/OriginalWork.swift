import TimelineCore

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
