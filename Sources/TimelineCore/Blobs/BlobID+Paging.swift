/// Support for pages of blob IDs.
///
/// The last ID on a page is also the cursor of the next page.
extension BlobID: PageItem {
    /// The key of blob IDs in an encoded page: "blobs".
    public static var pageKey: String { "blobs" }
}

extension Page<BlobID, BlobID> {
    /// Creates a page by sorting IDs in ascending order.
    ///
    /// - Parameters:
    ///   - ids: The IDs after the cursor, in any order and without duplicates. IDs beyond the limit
    ///     are dropped.
    ///   - limit: The maximum number of IDs on the page.
    public init(sorting ids: some Sequence<BlobID>, limit: Int) {
        let sorted = Array(ids.sorted().prefix(max(0, limit)))
        self.init(sorted, next: sorted.count == limit ? sorted.last : nil)
    }
}
