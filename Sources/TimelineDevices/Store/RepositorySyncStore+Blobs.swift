import Foundation
import TimelineCore
public import TimelineRecords
public import TimelineSync

extension RepositorySyncStore {
    /// Returns the blobs that the live records of a selection reference and the store lacks.
    ///
    /// The limit per scope does not apply to the users of this store.
    public func wantedBlobs(
        of selection: RecordSelection,
        limit: Int
    ) throws(SyncError) -> [WantedBlob] {
        var obsolete: [StoredWant] = []
        let wanted = try reading { social, accounts in
            obsolete = []
            let requests = try accounts.photoRequests(at: now)
            return try accounts.wantedBlobs(of: selection, limit: limit, requests, social) { want in
                // The post has been deleted, or the photo has arrived some other way.
                let isObsolete =
                    try !social.containsRecord(want.record) || blobs.contains(BlobID(want.blob))
                if isObsolete { obsolete.append(want) }
                return !isObsolete
            }
        }
        if !obsolete.isEmpty {
            try translating {
                try repository.writeAccounts { accounts in
                    for want in obsolete { try accounts.remove(want) }
                }
            }
        }
        return wanted.map { want in
            WantedBlob(
                blob: want.blob,
                byteCount: want.byteCount,
                isPreview: want.isPreview,
                receivedByteCount: partials.byteCount(of: want.blob)
            )
        }
    }

    /// Returns the public blobs that the store holds and live records of a selection reference.
    public func heldBlobs(of selection: RecordSelection) throws(SyncError) -> Set<BlobHash> {
        try translating {
            let referenced = try repository.read { social in
                let authors = try social.recordAuthors(inScopes: selection.scopes)
                    .union(selection.scopes).union(selection.users)
                    .union(try social.follows(among: selection).map(\.body.author))
                let avatars = try social.introductions(of: authors).flatMap(\.blobReferences)
                return try social.photoBlobs(inScopes: selection.scopes)
                    .union(avatars.map { BlobID($0.blob) })
            }
            return Set(try referenced.filter { try blobs.contains($0) }.map(\.hash))
        }
    }

    /// Returns a part of a public blob that a live record of the selection references.
    ///
    /// It never returns any other blob, such as the original of a photo.
    public func readBlob(
        _ blob: BlobHash,
        at offset: UInt64,
        count: Int,
        of selection: RecordSelection
    ) throws(SyncError) -> [UInt8]? {
        let isShared = try reading { social, _ in
            try social.references(to: blob).contains { try social.contains($0, in: selection) }
        }
        guard isShared, let content = try content(of: blob), offset <= content.count else {
            return nil
        }
        return Array(content.dropFirst(Int(offset)).prefix(count))
    }

    /// Appends bytes to a partial blob.
    public func appendBlob(
        _ blob: BlobHash,
        at offset: UInt64,
        bytes: [UInt8]
    ) throws(SyncError) -> UInt64 {
        let received = partials.byteCount(of: blob)
        let size = try reading { social, accounts in
            try accounts.wants(of: blob).filter { try social.containsRecord($0.record) }
                .map(\.byteCount).max()
        }
        guard let size, offset == received, received + UInt64(bytes.count) <= size else {
            return received
        }
        try translating { try partials.append(bytes, to: blob) }
        note { $0.blobBytes += UInt64(bytes.count) }
        return received + UInt64(bytes.count)
    }

    /// Checks the hash and the header of a complete partial blob, and only then adds it.
    ///
    /// A blob that is not a picture is recorded as rejected, so that it is not requested again.
    public func finishBlob(_ blob: BlobHash) throws(SyncError) -> Bool {
        try translating {
            guard let content = try partials.content(of: blob) else { return false }
            let arrived = Blob(content)
            guard arrived.id == BlobID(blob) else {
                try partials.remove(blob)
                return false
            }
            guard (try? PictureFile(reading: content)) != nil else {  // Any fault refuses it.
                try repository.writeAccounts { accounts in
                    for want in try accounts.wants(of: blob) { try accounts.remove(want) }
                    try accounts.setPrivateValue([], forKey: WantedBlobKey.refused(arrived.id))
                }
                try partials.remove(blob)
                return false
            }
            try engine.add(arrived) { _, accounts in
                let wants = try accounts.wants(of: blob)
                for want in wants { try accounts.remove(want) }
                if try accounts.storageLimits().pictureBytes == nil {
                    try accounts.setPhotoRequest(nil, for: arrived.id)
                }
                for scope in Set(wants.filter { !$0.isPreview }.map(\.scope)) {
                    let sum = try accounts.pictureBytes(of: scope) + UInt64(content.count)
                    try accounts.setState(StoredSize(sum), forKey: StateKey.pictures(of: scope))
                }
            }
            try partials.remove(blob)
            note { $0.blobs += 1 }
            return true
        }
    }

    /// Returns the whole bytes of a blob, or `nil` if the store does not contain it.
    private func content(of blob: BlobHash) throws(SyncError) -> Data? {
        let id = BlobID(blob)
        if let last = visit.withLock(\.lastBlob), last.id == id { return last.content }
        return try translating {
            guard let content = try blobs.data(for: id) else { return nil }
            visit.withLock { $0.lastBlob = Blob(content) }
            return content
        }
    }
}

/// A stored number of bytes.
struct StoredSize: StateValue {
    static let elementCount = 1

    let byteCount: UInt64

    init(_ byteCount: UInt64) { self.byteCount = byteCount }

    init(reading reader: inout CBORReader) throws(RecordError) {
        byteCount = try reader.unsigned()
    }

    func write(to writer: inout CBORWriter) { writer.write(byteCount) }
}

extension AccountReader {
    /// Returns the total size of a scope's originals that have arrived, in bytes.
    func pictureBytes(of scope: RecordUserID) throws -> UInt64 {
        try state(StoredSize.self, forKey: StateKey.pictures(of: scope))?.byteCount ?? 0
    }

    /// Returns references to wanted blobs, at most one for each blob: previews, the originals that
    /// users have requested, then all others.
    ///
    /// Originals of a scope with too many pictures are left out.
    fileprivate func wantedBlobs(
        of selection: RecordSelection,
        limit: Int,
        _ requests: PhotoRequests,
        _ social: any SocialReader,
        where isIncluded: (StoredWant) throws -> Bool
    ) throws -> [StoredWant] {
        guard limit > 0 else { return [] }
        let users = try keyedUsers()
        let limits = try storageLimits()
        var wanted: [StoredWant] = []
        var seen: Set<BlobHash> = []
        var sizes: [RecordUserID: UInt64] = [:]
        /// Adds a reference unless its blob is excluded, and returns whether more references fit.
        func add(_ want: StoredWant) throws -> Bool {
            guard wanted.count < limit else { return false }
            guard try isIncluded(want), try social.contains(want, in: selection),
                seen.insert(want.blob).inserted, !want.isExcess(limits, users: users, requests)
            else { return true }
            if !want.isPreview, !users.contains(want.scope) {
                let size = try sizes[want.scope] ?? pictureBytes(of: want.scope)
                sizes[want.scope] = size + want.byteCount
                guard size + want.byteCount <= SessionLimits.scopePictures else { return true }
            }
            wanted.append(want)
            return wanted.count < limit
        }
        try forEachPrivateValue(withPrefix: StateKey.wantedPreviews) { value in
            try StoredWant(stored: value.bytes).map(add) ?? true
        }
        for blob in requests.newestFirst where wanted.count < limit {
            for want in try wants(of: blob.hash) where !want.isPreview { _ = try add(want) }
        }
        guard wanted.count < limit else { return wanted }
        try forEachPrivateValue(withPrefix: StateKey.wantedOriginals) { value in
            try StoredWant(stored: value.bytes).map(add) ?? true
        }
        return wanted
    }
}

extension SocialReader {
    /// Returns the references to a blob from live records.
    fileprivate func references(to blob: BlobHash) throws -> [StoredWant] {
        var records = try postIDs(referencing: BlobID(blob), limit: 1000)
            .compactMap { try record(setting: .post($0.recordID)) }
        _ = try access(to: BlobID(blob), for: nil) { user in
            let register = RecordRegister.profile(user.recordID, .photo)
            records += try [record(setting: register)].compactMap(\.self)
            return false
        }
        return records.flatMap(\.blobReferences).filter { $0.blob == blob }
    }
}
