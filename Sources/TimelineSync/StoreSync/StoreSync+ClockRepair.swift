import Foundation
public import TimelineCore

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
    public static func repairClock(
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
