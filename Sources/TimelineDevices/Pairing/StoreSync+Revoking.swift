public import Foundation
public import TimelineCore
public import TimelineRecords
import TimelineSync

extension StoreSync {
    /// Revokes a device of the user, such as a lost one.
    ///
    /// Of the records that the device has signed, those that this store holds stay valid. Every device
    /// that learns of the revocation ignores all others, whatever their dates.
    ///
    /// - Parameters:
    ///   - device: The ID of the device key.
    ///   - date: The time from which the device's records are not valid, even if this store holds them,
    ///     because a thief may have signed them.
    ///   - password: The user's password.
    /// - Throws: A `TimelineError`, such as `wrongOwnPassword`.
    public func endDevice(
        _ device: KeyID,
        since date: Date = .distantFuture,
        password: Password
    ) async throws {
        let limit = date.millisecondsSince1970
        let released = Lock<[BlobID]>([])
        try await owner.acting(as: user)
            .signingByRoot(password: password) { social, accounts, _ in
                var generator = EnvironmentGenerator(environment: engine.environment)
                let newest = try social.newestStamp(of: user).recordID
                var signed = try social.records(signedBy: device, of: record)
                let start = signed.partition { $0.body.stamp.milliseconds >= limit }
                released.withLock { $0 = signed[start...].flatMap(\.blobs) }
                try accounts.prepareForRevocations(of: [device], by: record, engine.environment)
                let parts = KeyRevocation.parts(
                    of: device,
                    last: min(newest, RecordPushID(milliseconds: limit, bits: (0, 0))),
                    listing: signed[..<start].map(\.id),
                    using: &generator
                )
                return parts.map { .keyEnded($0) }
            }
        // The device is revoked. A later check of the store removes the pictures otherwise.
        try? await runBlocking { try engine.removeOrphaned(released.withLock(\.self)) }
    }

    /// Returns what a device of the user has signed since both last synced, as far as this store
    /// holds it.
    ///
    /// - Throws: A `TimelineError`.
    public func activity(of device: KeyID) async throws -> DeviceActivity {
        try await read { social, accounts in
            let certificate = try social.devices(of: record).first { $0.id == device }?.certificate
            let key = StateKey.contact(
                with: StateKey.contact(of: device, owning: certificate?.box),
                on: try requireKeys(accounts).device.id
            )
            let contact = try accounts.state(StoredContact.self, forKey: key)
            // A session that finished may still have left differences in scopes of others.
            let finished = contact.flatMap { $0.failure == nil ? $0.last : nil }
            let since = contact?.lastEqual ?? finished
            let statements = try social.records(signedBy: device, of: record)
                .filter { $0.body.stamp.milliseconds > since ?? 0 }
                .map { DeviceActivity.Statement($0) }
            return DeviceActivity(
                since: since.map { Date(milliseconds: $0) },
                statements: statements.reversed()
            )
        }
    }
}

/// What a device of a user has signed since another device last synced with it.
public struct DeviceActivity: Hashable, Sendable {
    /// One signed record, such as a post or a deletion.
    public struct Statement: Hashable, Sendable {
        /// The date of the record, which a thief can choose.
        public let date: Date
        /// The kind of the record, or `nil` if this version does not know it.
        public let kind: RecordKind?
        /// Whether the record edits a post.
        public let isEdit: Bool
        /// The caption or comment, or `nil` for other kinds.
        public let text: String?

        init(_ record: VerifiedRecord) {
            let body = record.body
            date = Date(milliseconds: body.stamp.milliseconds)
            kind = body.content.kind
            isEdit = kind == .postSet && body.post != body.stamp
            switch body.content {
            case .postSet(_, let content): text = content.caption
            case .commentAdded(_, _, let comment): text = comment
            default: text = nil
            }
        }
    }

    /// The date at which both devices last synced directly, or `nil` if they never did.
    public let since: Date?
    /// The records, newest first.
    public let statements: [Statement]
}
