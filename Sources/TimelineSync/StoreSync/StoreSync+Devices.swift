public import Foundation
public import TimelineCore

extension StoreSync {
    /// Returns the user's devices, oldest first.
    ///
    /// - Throws: A `TimelineError`.
    public func devices() async throws -> [SyncDevice] {
        try await engine.read { social, accounts in
            let own = try requireKeys(accounts).device.id
            let devices = try social.devices(of: user)
            return
                try devices.map { device in
                    SyncDevice(
                        id: device.id,
                        name: try accounts.name(of: device, among: devices, by: user),
                        addedAt: Date(milliseconds: device.added.milliseconds),
                        revokedAt: device.revoked.map { Date(milliseconds: $0.milliseconds) },
                        isThis: device.id == own
                    )
                }
        }
    }

    /// Sets the name of a device in this store, or removes it if `name` is `nil`.
    ///
    /// - Throws: A `TimelineError`.
    public func setName(_ name: String?, of device: KeyID) async throws {
        try await write { _, accounts in
            try accounts.setPrivateValue(
                name.map { Array($0.utf8) },
                forKey: StateKey.deviceName(of: device, by: user)
            )
        }
    }

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
    public func revokeDevice(
        _ device: KeyID,
        since date: Date = .distantFuture,
        password: Password
    ) async throws {
        let limit = date.millisecondsSince1970
        let released = Lock<[BlobID]>([])
        try await owner.acting(as: user)
            .signingByRoot(password: password) { social, accounts, _ in
                var generator = EnvironmentRandom(environment: engine.environment)
                let newest = try social.newestStamp(of: user)
                var signed = try social.records(signedBy: device, of: user)
                let start = signed.partition { $0.isVoid(since: limit) }
                released.withLock { $0 = signed[start...].flatMap(\.blobs) }
                try accounts.prepareForRevocations(of: [device], by: user, engine.environment)
                let parts = KeyRevocation.parts(
                    of: device,
                    last: min(newest, PushID(milliseconds: limit, bits: (0, 0))),
                    listing: signed[..<start].map(\.id),
                    using: &generator
                )
                return parts.map { .keyRevoked($0) }
            }
        // The device is revoked. A later check of the store removes the pictures otherwise.
        try? await runBlocking { try engine.removeOrphaned(released.withLock(\.self)) }
    }

    /// Returns what a device of the user has signed and this store holds, as far as the user should
    /// look at it before revoking the device.
    ///
    /// Not the dates decide, which whoever has the device chooses, but the order of arrival in this
    /// store.
    ///
    /// - Parameters:
    ///   - device: The ID of the device key.
    ///   - date: The time from which ``revokeDevice(_:since:password:)`` will void records.
    /// - Returns: The records that have arrived since both devices were last equal, and others that
    ///   matter.
    /// - Throws: A `TimelineError`.
    public func activity(
        of device: KeyID,
        since date: Date = .distantFuture
    ) async throws -> DeviceActivity {
        try await engine.read { social, accounts in
            let certificate = try social.devices(of: user).first { $0.id == device }?.certificate
            let key = StateKey.contact(
                with: StateKey.contact(of: device, owning: certificate?.box),
                on: try requireKeys(accounts).device.id
            )
            let honest = try accounts.state(StoredContact.self, forKey: key)?.honest
            let limit = date.millisecondsSince1970
            let signed = try social.records(signedBy: device, of: user)
            let arrived = try honest.map { honest in
                Set(try social.records(addedIn: honest.epoch + 1...Int.max, limit: .max).map(\.id))
            }
            let earlier = signed.filter { arrived?.contains($0.id) == false }
            return DeviceActivity(
                since: honest.map { Date(milliseconds: $0.milliseconds) },
                statements: signed.filter { arrived?.contains($0.id) != false }.reversed()
                    .map { signed in
                        DeviceActivity.Statement(
                            signed,
                            isBackdated: honest?.isBackdated(signed) == true
                        )
                    },
                earlier:
                    earlier.filter {
                        $0.content.kind?.isDeletion == true || $0.isVoid(since: limit)
                    }
                    .reversed().map { DeviceActivity.Statement($0) },
                voided: signed.count { $0.isVoid(since: limit) }
            )
        }
    }
}

extension VerifiedRecord {
    /// Whether a revocation as of a time makes this record void.
    ///
    /// A username stays, because without one the user would disappear.
    fileprivate func isVoid(since milliseconds: UInt64) -> Bool {
        if case .profileSet(.username) = content { return false }
        return stamp.milliseconds >= milliseconds
    }
}

/// What a device of a user has signed, as far as another device holds it.
public struct DeviceActivity: Hashable, Sendable {
    /// One signed record, such as a post or a deletion.
    public struct Statement: Hashable, Sendable {
        /// The date of the record, which a thief can choose.
        public let date: Date
        /// The kind of the record, or `nil` if this version does not know it.
        public let kind: RecordKind?
        /// Whether the record edits a post.
        public let isEdit: Bool
        /// Whether the record has a date before both devices were last equal, although it arrived
        /// afterwards.
        public let isBackdated: Bool
        /// The caption or comment, or `nil` for other kinds.
        public let text: String?

        init(_ record: VerifiedRecord, isBackdated: Bool = false) {
            date = Date(milliseconds: record.stamp.milliseconds)
            kind = record.content.kind
            isEdit = kind == .postSet && record.concernedPost?.pushID != record.stamp
            self.isBackdated = isBackdated
            switch record.content {
            case .postSet(_, let content): text = content.caption
            case .commentAdded(_, _, let comment): text = comment
            default: text = nil
            }
        }
    }

    /// The date at which both devices were last equal after a direct sync, apart from syncs after the
    /// arrival of a record that was dated back, or `nil` if they never were.
    public let since: Date?
    /// The records that have arrived since then, newest first.
    public let statements: [Statement]
    /// Of the records that had arrived before, the deletions and those that will be void, newest
    /// first.
    public let earlier: [Statement]
    /// The number of records, of all that this store holds, that will be void.
    public let voided: Int
}

/// A device of a user.
public struct SyncDevice: Hashable, Sendable, Identifiable {
    /// The ID of the device key.
    public let id: KeyID
    /// The name of the device, if the user has set one here.
    public let name: String?
    /// The date at which the device was added.
    public let addedAt: Date
    /// The date at which the device was revoked, or `nil` if it has not been revoked.
    public let revokedAt: Date?
    /// Whether this entry describes the device that runs this code.
    public let isThis: Bool
}
