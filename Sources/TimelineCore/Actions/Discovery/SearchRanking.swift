/// The ranking of the matches for a search query.
///
/// Among the ``size`` newest matches, those that contain the query as a phrase come first, followed
/// by the others. All older matches come last. Each group is sorted from newest to oldest. The cost
/// of reading a page therefore does not grow with the store, and new matches stay near the top.
struct SearchRanking {
    /// The number of newest matches that are ranked by phrase.
    static let size = 50

    let query: TextQuery
    let pattern: TextPattern
    let reader: any SocialReader

    /// Returns up to `limit` hits that come after the cursor.
    func hits(after cursor: SearchCursor?, limit: Int) throws -> [SearchCursor] {
        guard let phrase = query.phrase, cursor?.group != .older else {
            return try older(than: cursor?.text ?? .max, limit)
        }
        let newest = try reader.texts(
            matching: pattern,
            before: .max,
            from: cursor?.oldestRanked ?? .min,
            limit: cursor == nil ? Self.size : .max
        )
        guard let oldest = cursor?.oldestRanked ?? newest.last else { return [] }
        let withPhrase = Set(
            try reader.texts(matching: phrase, before: .max, from: oldest, limit: .max)
        )
        let ranked =
            newest.filter(withPhrase.contains)
            .map { SearchCursor(.phrase, $0, oldestRanked: oldest) }
            + newest.filter { !withPhrase.contains($0) }
            .map { SearchCursor(.words, $0, oldestRanked: oldest) }
        let page = ranked.filter { hit in cursor.map { $0.precedes(hit) } ?? true }
            .prefix(max(0, limit))
        let isAll = cursor == nil && newest.count < Self.size
        return try page + (isAll ? [] : older(than: oldest, limit - page.count))
    }

    private func older(than text: TextID, _ limit: Int) throws -> [SearchCursor] {
        guard limit > 0 else { return [] }
        return try reader.texts(matching: pattern, before: text, from: .min, limit: limit)
            .map { SearchCursor(.older, $0) }
    }
}

extension SearchCursor {
    /// Returns whether `hit` comes after this cursor.
    fileprivate func precedes(_ hit: SearchCursor) -> Bool {
        group == hit.group ? text > hit.text : group.rawValue < hit.group.rawValue
    }
}
