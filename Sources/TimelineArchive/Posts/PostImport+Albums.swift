import TimelineCore

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
