public import Foundation
import TimelineCore

extension StoreSync {
    /// Sets the date of the oldest posts by others that this store fetches.
    ///
    /// Older posts that are here stay. After an earlier date, the next sync fetches the posts that
    /// were left out.
    ///
    /// - Parameter date: The date, or `nil` for all posts.
    /// - Throws: A `TimelineError`.
    public func setOldestPost(_ date: Date?) async throws {
        let environment = engine.environment
        try await write { _, accounts in
            var limits = try accounts.storageLimits()
            let time = date.map(\.millisecondsSince1970)
            guard limits.oldestPost != time else { return }
            let isEarlier = (time ?? 0) < (limits.oldestPost ?? 0)
            limits.oldestPost = time
            try accounts.setState(limits, forKey: StateKey.storageLimits)
            guard isEarlier else { return }
            for source in try accounts.rejectionSources() where source.reason == .tooOld {
                try accounts.deleteRejections(.source(source))
            }
            try accounts.renewStateToken(environment)
            try accounts.rereadFolders()
        }
    }

    /// Sets the maximum total size of full-size pictures by others, and removes those beyond it.
    ///
    /// The pictures of the oldest posts are removed first. Pictures without a preview in this store
    /// stay, and so do the pictures of its users. After an increase, the next sync fetches removed
    /// pictures again. Pictures that a user has requested are always fetched; see
    /// `UserSession.requestMissing(_:)`.
    ///
    /// - Parameter byteCount: The size in bytes, or `nil` for no limit.
    /// - Returns: The removed pictures.
    /// - Throws: A `TimelineError`.
    @discardableResult
    public func setPictureLimit(_ byteCount: UInt64?) async throws -> RemovedPictures {
        try await write { _, accounts in
            var limits = try accounts.storageLimits()
            limits.pictureBytes = byteCount
            try accounts.setState(limits, forKey: StateKey.storageLimits)
        }
        return try await runBlocking { try removeExcessPictures() }
    }

    /// Removes the full-size pictures by others beyond the limit.
    ///
    /// This call blocks. It reads the records of all posts by others, unless there is no limit.
    func removeExcessPictures() throws -> RemovedPictures {
        let repository = engine.syncedRepository
        let (limits, requests) = try repository.read { _, accounts in
            (try accounts.storageLimits(), try accounts.photoRequests(at: now))
        }
        guard limits.pictureBytes != nil || limits.oldestPicture > 0 else {
            return RemovedPictures()
        }
        let pictures = try othersPictures()
            .map { (picture: $0, time: $0.time(requests)) }.sorted { $0.time > $1.time }
        var rest = limits.pictureBytes ?? .max
        let excess = pictures.first { picture, time in
            if time < PhotoRequests.spared, picture.byteCount > rest { return true }
            rest -= min(rest, picture.byteCount)
            return false
        }
        let oldest = excess.map { $0.time + 1 } ?? 0
        let old = pictures.filter { $0.time < oldest }.map(\.picture)
        let held = try engine.syncedBlobs.contained(among: Set(old.map(\.blob)))
        let removable = old.filter { held.contains($0.blob) }
        try repository.writeAccounts { accounts in
            var limits = try accounts.storageLimits()
            limits.oldestPicture = oldest
            try accounts.setState(limits, forKey: StateKey.storageLimits)
            for (blob, time) in requests.times where time < oldest {
                // A user may meanwhile have requested the picture again.
                guard try accounts.time(of: .requested, on: blob) == time else { continue }
                try accounts.setTime(nil, of: .requested, on: blob)
            }
            // Until sync fetches them again, their absence is not damage.
            for picture in removable {
                try accounts.setTime(now, of: .absent, on: picture.blob)
            }
        }
        let removed = Set(try engine.removeAwaited(removable.map(\.blob)))
        var report = RemovedPictures()
        for picture in removable where removed.contains(picture.blob) {
            report.count += 1
            report.byteCount += picture.byteCount
        }
        return report
    }

    /// Returns one reference to each full-size picture in another user's post, if its preview is
    /// here and no user of this store has posted the same picture.
    private func othersPictures() throws -> [BlobReference] {
        let (own, others) = try engine.syncedRepository.read { social, accounts in
            let users = try accounts.keyedUsers()
            let scopes = try accounts.scopes(social).subtracting(users)
            let avatars = Set(try social.blobReferences(of: []))
            return (
                try social.blobReferences(of: RecordSelection(scopes: users, users: users)),
                try social.blobReferences(of: Set(scopes))
                    .filter { !avatars.contains($0) }
            )
        }
        let previews = Set(others.compactMap(\.preview))
        let held = try engine.syncedBlobs.contained(among: previews)
        var seen = Set(own.map(\.blob))
        return others.sorted { $0.milliseconds > $1.milliseconds }
            .filter { picture in
                guard let preview = picture.preview, held.contains(preview) else { return false }
                return seen.insert(picture.blob).inserted
            }
    }
}

/// The full-size pictures that a store has removed to keep within its limit.
///
/// Their previews stay.
public struct RemovedPictures: Hashable, Sendable {
    /// The number of removed pictures.
    public internal(set) var count = 0
    /// The total size of the removed pictures in bytes.
    public internal(set) var byteCount: UInt64 = 0

    /// Creates an empty count.
    public init() {}
}

extension StoreSync {
    /// Forgets the rejections whose reasons no longer hold, if there are any rejections.
    func reviewRejections() async throws {
        let (environment, now) = (engine.environment, now)
        guard try await engine.read({ try $1.isReviewDue($0, at: now) }) else { return }
        try await write { social, accounts in
            try accounts.reviewRejections(social, at: now, environment)
        }
    }
}
