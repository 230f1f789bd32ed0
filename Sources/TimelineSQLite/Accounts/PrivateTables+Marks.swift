import TimelineCore

/// Access to the marks of blobs, by look-ups and ranges of the primary key.
extension PrivateTables {
    func time(of mark: BlobMark, on blob: BlobID) throws -> UInt64? {
        try statement("SELECT time FROM blob_mark WHERE mark = ? AND blob = ?")
            .first(mark.rawValue, blob) { UInt64(max(0, $0.int64(0))) }
    }

    func blobs(marked mark: BlobMark) throws -> [BlobID: UInt64] {
        var blobs: [BlobID: UInt64] = [:]
        try statement("SELECT blob, time FROM blob_mark WHERE mark = ?")
            .forEach(mark.rawValue) { row in
                guard let blob = row.blobID(0) else { return }
                blobs[blob] = UInt64(max(0, row.int64(1)))
            }
        return blobs
    }

    func setTime(_ time: UInt64?, of mark: BlobMark, on blob: BlobID) throws {
        guard let time else {
            try statement("DELETE FROM blob_mark WHERE mark = ? AND blob = ?")
                .run(mark.rawValue, blob)
            return
        }
        try statement("INSERT OR REPLACE INTO blob_mark VALUES (?, ?, ?)")
            .run(mark.rawValue, blob, Int64(clamping: time))
    }
}
