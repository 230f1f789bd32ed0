import Foundation
public import TimelineCore

extension StoreSync {
    /// Decides whose clock is wrong, for all users of a store.
    ///
    /// - Parameter owner: The store.
    /// - Returns: The verdict, or `nil` if all clocks agree. If those of several users differ, a
    ///   verdict against this device's clock is returned.
    /// - Throws: A `TimelineError`.
    public static func clockVerdict(_ owner: StoreOwner) async throws -> ClockVerdict? {
        let now = owner.engine.environment.now().millisecondsSince1970
        return try await owner.engine.read { social, accounts in
            let verdicts = try accounts.usersWithKeys()
                .compactMap { user in
                    try accounts.clockEvidence(for: user, at: now, social)?.verdict()
                }
            return verdicts.first(where: \.isOwnBehind) ?? verdicts.first
        }
    }

    /// Decides whose clock is wrong.
    ///
    /// This call blocks.
    func clockVerdict() throws -> ClockVerdict? {
        try engine.syncedRepository.read { social, accounts in
            try accounts.clockEvidence(for: user, at: now, social)?.verdict()
        }
    }
}

extension AccountReader {
    /// The age above which a session says nothing about the clocks: 30 days, in milliseconds.
    private static var meetingAge: UInt64 { 30 * 86_400_000 }

    /// Returns the users whose devices have a say about the clocks: those of this store, those whom
    /// they follow, and their peers, unless they are blocked.
    ///
    /// Anyone can make up other users, as many as necessary for a majority.
    func clockVoters(_ social: any SocialReader) throws -> Set<User.ID> {
        var voters = try scopes(social)
        for user in try keyedUsers() {
            voters.formUnion(try peers(of: user).filter { !$0.isRemoved }.compactMap(\.user))
        }
        return voters.subtracting(try blockedUsers())
    }

    /// Returns what a user's device knows about other clocks, or `nil` if the user has no keys.
    func clockEvidence(
        for user: User.ID,
        at now: UInt64,
        _ social: any SocialReader
    ) throws -> ClockEvidence? {
        guard let own = try keys(of: user)?.device.id else { return nil }
        let voters = try clockVoters(social)
        var evidence = ClockEvidence(owner: user)
        for (name, contact) in try states(
            StoredContact.self,
            withPrefix: StateKey.contacts(of: own)
        ) {
            // A date in the future was noted with another clock.
            guard let other = contact.user, voters.contains(other),
                let device = StateKey.device(ofContact: name),
                contact.last <= now.newestAccepted,
                now < contact.last || now - contact.last <= Self.meetingAge,
                try !social.isRevoked(device, of: other)
            else { continue }
            evidence.meetings.append(
                ClockEvidence.Meeting(
                    device: device,
                    user: other,
                    difference: contact.clockDifference ?? 0
                )
            )
        }
        var newest = try newestDates(of: voters, at: now, social)
        for record in try futureRecords(of: own, at: now, social) {
            guard let device = record.device else { continue }
            let known = newest[device]?.milliseconds ?? 0
            newest[device] = (record.user, max(known, record.milliseconds))
        }
        newest[own] = nil
        evidence.dates = newest.map { device, date in
            ClockEvidence.Dates(
                device: device,
                user: date.user,
                newest: Int64(clamping: date.milliseconds) - Int64(clamping: now)
            )
        }
        return evidence
    }

    /// Returns the dates of the newest records by each device of the given users, among the newest
    /// records of each wanted scope.
    ///
    /// While nothing is dated in the future, one record of each scope is enough.
    private func newestDates(
        of users: Set<User.ID>,
        at now: UInt64,
        _ social: any SocialReader
    ) throws -> [KeyID: (user: User.ID, milliseconds: UInt64)] {
        var newest: [KeyID: (user: User.ID, milliseconds: UInt64)] = [:]
        for scope in try scopes(social) {
            var records = try social.records(inScope: scope, below: nil, limit: 1)
            if let first = records.first,
                first.stamp.milliseconds > now.newestAccepted || !users.contains(first.author)
            {
                records = try social.records(inScope: scope, below: nil, limit: 200)
            }
            for record in records where users.contains(record.author) {
                let (device, milliseconds) = (record.key, record.stamp.milliseconds)
                guard (newest[device]?.milliseconds ?? 0) < milliseconds else { continue }
                newest[device] = (record.author, milliseconds)
            }
        }
        return newest
    }
}

extension StoreSync {
    /// Signs a user's records from the future again, after this device's clock was ahead and was set
    /// right.
    ///
    /// Afterwards, the next sync with each folder replaces those of this device's packs that contain
    /// such records.
    ///
    /// ```swift
    /// let repair = try await StoreSync.repairClock(of: login.user.id, password: password, in: owner)
    /// for item in repair.moved { show(item.old, item.new) }
    /// ```
    ///
    /// - Parameters:
    ///   - user: A user with an account.
    ///   - password: The user's password, or `nil` if it is not known. Without it, some of the
    ///     records may return.
    ///   - owner: The store.
    /// - Returns: What was done.
    /// - Throws: `TimelineError.clockBehind` if other devices agree that this clock is behind, so that
    ///   the records are right; `TimelineError.wrongOwnPassword`, or another `TimelineError`. In each
    ///   case, nothing has changed.
    package static func repairClock(
        of user: User.ID,
        password: Password?,
        in owner: StoreOwner
    ) async throws -> ClockRepair {
        if try await clockVerdict(owner)?.isOwnBehind == true {
            let newest = try await owner.engine.read { social, _ in
                try social.newestStamp(of: user)
            }
            throw TimelineError.clockBehind(Date(milliseconds: newest.milliseconds))
        }
        return try await owner.acting(as: user)
            .repairClock(password: password) { accounts, replaced in
                let key = StateKey.replacedRecords(of: user)
                let known = try accounts.state(StoredFuture.self, forKey: key)?.records ?? []
                let all = Set(known).union(replaced.map { FutureRecord($0) })
                try accounts.setState(StoredFuture(all), forKey: key)
                try accounts.rereadFolders()
            }
    }
}
