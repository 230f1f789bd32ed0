import TimelineCore

extension PostImport {
    /// Divides parts into groups that are prepared and committed together.
    ///
    /// The photos of one group are in memory at a time, because those of a large entry exceed it.
    static func groups(of parts: [PostPlan.Part]) -> [[PostPlan.Part]] {
        var groups: [[PostPlan.Part]] = []
        var byteCount = SourceBatch.byteLimit
        for part in parts {
            if byteCount >= SourceBatch.byteLimit {
                groups.append([])
                byteCount = 0
            }
            groups[groups.count - 1].append(part)
            byteCount += part.byteCount
        }
        return groups
    }

    /// Prepares the pictures of several parts, a few at a time.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - prepared: The results for pictures that have been prepared before, by path.
    /// - Returns: The results for each part's pictures, in order.
    /// - Throws: A storage error or `CancellationError`.
    func prepare(
        _ parts: [PostPlan.Part],
        reusing prepared: [PathKey: Result<PreparedPhoto, EntryError>] = [:]
    ) async throws -> [[Result<PreparedPhoto, EntryError>]] {
        let (session, archive) = (session, source.archive)
        let pictures = parts.flatMap(\.pictures)
        var results = try await withThrowingTaskGroup(
            of: (Int, Result<PreparedPhoto, EntryError>).self
        ) { group in
            var results: [(Int, Result<PreparedPhoto, EntryError>)] = []
            for (index, picture) in pictures.enumerated() {
                if let result = prepared[picture.path] {
                    results.append((index, result))
                    continue
                }
                if index >= Self.simultaneousPictures, let result = try await group.next() {
                    results.append(result)
                }
                group.addTask { (index, try await picture.prepared(in: session, archive)) }
            }
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)[...]
        }
        return parts.map { part in
            defer { results = results.dropFirst(part.pictures.count) }
            return Array(results.prefix(part.pictures.count))
        }
    }

    /// The number of pictures to prepare at once, which bounds the memory for pixels.
    private static let simultaneousPictures = 2
}

extension PostImport {
    /// Adds the posts of an album.
    ///
    /// If the store knows a post of the album, the album is unchanged since that import. Otherwise
    /// only the pictures that no post by the importer shows become posts.
    mutating func addAlbum(
        _ album: PostPlan,
        _ presence: [Post.ID: ImportedPresence]
    ) async throws {
        var (plan, presence) = (album, presence)
        var prepared: [PathKey: Result<PreparedPhoto, EntryError>] = [:]
        let ids = plan.ids(by: session.userID)
        if !ids.contains(where: { presence[$0] != nil }) {
            let shown: Set<Int>
            (shown, prepared) = try await shownPictures(of: plan)
            if !shown.isEmpty {
                entry.isExtended = true
                ledger.result.media.entries += shown.count
                ledger.result.media.alreadyPresent += shown.count
                guard let rest = plan.removing(shown) else { return try finishEntry(plan.post) }
                plan = rest
                presence = try await session.presence(of: rest.ids(by: session.userID))
            }
        }
        for group in Self.groups(of: plan.parts) {
            try await add(group, presence, reusing: prepared)
        }
    }

    /// Returns the pictures of an album that posts by the importer show, as their indexes, along
    /// with the prepared pictures by path.
    ///
    /// A picture whose file is an original in the store is found by the file's hash. Of the others,
    /// only the public copies can be compared, so they are prepared. If they form several groups,
    /// which together may exceed the memory, no prepared pictures are returned, and new ones are
    /// prepared again when they are added.
    private func shownPictures(
        of album: PostPlan
    ) async throws -> (shown: Set<Int>, prepared: [PathKey: Result<PreparedPhoto, EntryError>]) {
        let pictures = album.pictures
        let files = try await session.filesInPosts(among: Set(pictures.map(\.hash)))
        let known = pictures.filter { files.contains($0.hash) }
        let others = pictures.filter { !files.contains($0.hash) }
        var copies: [(index: Int, blob: BlobID)] = []
        var prepared: [PathKey: Result<PreparedPhoto, EntryError>] = [:]
        let groups = Self.groups(of: album.parts(of: others))
        for group in groups {
            try Task.checkCancellation()
            let results = try await prepare(group).joined()
            for (picture, result) in zip(group.flatMap(\.pictures), results) {
                if groups.count == 1 { prepared[picture.path] = result }
                // Pictures that cannot be prepared are reported when the album is added.
                guard case .success(let photo) = result else { continue }
                copies.append((picture.index, photo.photo.blob))
            }
        }
        let shown = try await session.photosInPosts(among: Set(copies.map(\.blob)))
            .union(albumPhotos)
        let indexes = known.map(\.index) + copies.filter { shown.contains($0.blob) }.map(\.index)
        return (Set(indexes), prepared)
    }
}
