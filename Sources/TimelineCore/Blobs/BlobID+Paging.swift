/// An item of a page of blobs, which is also the cursor of the next page.
extension BlobID: PageItem {
    /// The key "blobs".
    public static var pageKey: String { "blobs" }
}

extension Page<BlobID, BlobID> {
    /// Creates a page of IDs in ascending order.
    ///
    /// - Parameters:
    ///   - ids: the IDs after the cursor, in any order, each once; those beyond the limit are
    ///     dropped.
    ///   - limit: the maximum number of IDs on the page.
    public init(sorting ids: some Sequence<BlobID>, limit: Int) {
        let sorted = Array(ids.sorted().prefix(max(0, limit)))
        self.init(sorted, next: sorted.count == limit ? sorted.last : nil)
    }
}
