import Foundation
package import TimelineCore

/// Questions about many blobs.
extension S3BlobStore {
    /// Returns one page of the IDs of all blobs, in ascending order.
    ///
    /// Copies that removals have made, and other objects, are ignored.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        guard limit > 0 else { return Page(sorting: [], limit: limit) }
        let ids = try during(.listing) { () throws(S3Fault) in
            try list(keys.prefix, after: cursor.map(keys.main), limit: limit)
        }
        return Page(sorting: ids, limit: limit)
    }

    /// Returns those of the given blobs whose objects exist.
    ///
    /// Asks for several objects at once. Above ``listingThreshold``, it lists the store instead, if
    /// this takes fewer requests.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func contained(among ids: Set<BlobID>) throws -> Set<BlobID> {
        if ids.count > Self.listingThreshold, let found = try listed(among: ids) { return found }
        let sorted = ids.sorted()
        let isFound = try concurrently(sorted, width: S3Limits.width) { try contains($0) }
        return Set(zip(sorted, isFound).filter(\.1).map(\.0))
    }

    /// The number of blobs up to which each is asked for.
    private static var listingThreshold: Int { 64 }

    /// Returns those of the given blobs that a list contains, or `nil` if reading it takes more
    /// requests than asking for each blob.
    ///
    /// The lists of the IDs that begin with each digit are read at once. Digests are evenly
    /// distributed, so the first part of a list tells its length.
    private func listed(among ids: Set<BlobID>) throws -> Set<BlobID>? {
        let wanted = Dictionary(grouping: ids) { String($0.description.prefix(1)) }
        guard let first = wanted.keys.min() else { return [] }
        let start = try during(.listing) { () throws(S3Fault) in
            try bucket.objects(withPrefix: keys.prefix + first)
        }
        if start.isTruncated, let last = start.keys.last {
            let digits = last.dropFirst(keys.prefix.count + 1).prefix(8)
            let position = UInt32(digits, radix: 16).map { Double($0) / 0x1p32 } ?? 0
            // A list costs about as much as four questions.
            guard 4 * Double(wanted.count) <= position * Double(ids.count) else { return nil }
        }
        let found = try concurrently(Array(wanted), width: S3Limits.width) { digit, ids in
            try during(.listing) { () throws(S3Fault) in
                let stored = try list(keys.prefix + digit, after: nil, limit: .max)
                return Set(stored).intersection(ids)
            }
        }
        return found.reduce(into: []) { $0.formUnion($1) }
    }

    /// Returns the first blobs after a name whose names begin with a prefix.
    private func list(
        _ prefix: String,
        after key: String?,
        limit: Int
    ) throws(S3Fault) -> [BlobID] {
        var (ids, last): ([BlobID], String?) = ([], key)
        while ids.count < limit {
            let count = min(limit - ids.count, S3Limits.pageSize)
            let listing = try bucket.objects(withPrefix: prefix, after: last, limit: count)
            ids += listing.keys.compactMap(keys.blob)
            guard listing.isTruncated else { break }
            last = listing.keys.last
        }
        return ids
    }
}
