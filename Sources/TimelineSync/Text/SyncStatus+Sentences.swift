package import Foundation
package import TimelineCore

extension SyncStatus {
    /// The peers without those that have never synced, if another entry for the same user has a
    /// place or has synced.
    package var distinctPeers: [SyncPeer] {
        peers.filter { peer in
            peer.target != nil || peer.lastSync != nil
                || !peers.contains {
                    $0.user == peer.user && ($0.target != nil || $0.lastSync != nil)
                }
        }
    }

    /// Returns the name of a peer, followed by its place.
    ///
    /// - Parameters:
    ///   - peer: The peer.
    ///   - home: The user's home folder, which is abbreviated in paths.
    /// - Returns: The name and the place.
    package func title(of peer: SyncPeer, home: String?) -> String {
        peer.title(isOwn: peer.user == user, home: home)
    }

    private static let change = "post, like or comment"
    private static let changes = "posts, likes and comments"

    private func name(of user: User.ID) -> String {
        peers.lazy.filter { $0.user == user }.compactMap { $0.named(isOwn: user == self.user) }
            .first ?? SyncText.unknownUser
    }

    /// Returns the missing data, each with its reason.
    package func missing(now: Date, in timeZone: TimeZone) -> [String] {
        var lines = missingUsers.map {
            "Everything by \(name(of: $0)): no device that you have synced with has their posts."
        }
        if pendingReplies > 0 {
            let replies = countText(pendingReplies, "like or comment", "likes and comments")
            lines.append("\(replies) on posts that have not arrived.")
        }
        lines += missingPictures.map(\.sentence)
        lines += RejectionReason.allCases.compactMap { reason in
            rejections[reason].flatMap { rejected(reason, $0) }
        }
        if let futureUntil {
            let date = timeOrDate(of: futureUntil, now: now, in: timeZone)
            let wait = futureRecords == 1 ? "waits for its time" : "wait for their time"
            let changes = countText(futureRecords, Self.change, Self.changes)
            lines.append("\(changes) \(wait): \(date).")
        }
        return lines
    }

    /// Describes what is not accepted for a reason, or returns `nil` if nothing is missing because of
    /// it.
    private func rejected(_ reason: RejectionReason, _ count: Int) -> String? {
        let changes =
            (rejectedRecords >= SessionLimits.rejections ? "At least " : "")
            + countText(count, Self.change, Self.changes)
        let areNot = "\(SyncText.isAre(count)) not accepted."
        return switch reason {
        case .blocked: "\(changes) by blocked users \(areNot)"
        case .limit: "\(changes) beyond the limits for strangers \(areNot)"
        case .unusable: "\(changes) that this store cannot hold \(areNot)"
        case .tooOld, .notHeld: nil
        }
    }

    /// Describes the data that the user has excluded from this store.
    package func leftOut(in timeZone: TimeZone) -> [String] {
        var lines: [String] = []
        if let oldestPost {
            let date = shortDate(of: oldestPost, in: timeZone)
            let changes = countText(recordsTooOld, Self.change, Self.changes)
            lines.append(
                "Posts by others before \(date) (\(changes) so far); `timeline sync --since` changes it."
            )
        }
        if let pictureLimit {
            lines.append(
                """
                Full-size pictures of others beyond \(byteText(pictureLimit)) \
                (\(countText(excessPictures, "picture")), \(byteText(excessBytes))), \
                without their previews; `timeline sync --keep` changes it.
                """
            )
        }
        return lines
    }

    /// Whose clock is wrong, and what to do, if one is.
    package var clockWarning: String? {
        clock?.sentence { $0 == user ? nil : name(of: $0) }
    }

    /// What to do about the key of this device, if the next login replaces it.
    package var keyWarning: String? {
        guard needsNewKey else { return nil }
        let reason =
            isRevoked
            ? "This device has been revoked." : "Another device uses the key of this one, too."
        return """
            \(reason) Run `timeline login`, which gives this device a new key; until then, other devices reject your posts \
            from here.
            """
    }
}

extension SyncPeer {
    /// Returns the username or name, or the name or ID of an own device, if known.
    fileprivate func named(isOwn: Bool) -> String? {
        isOwn
            ? (name ?? device?.description).map { "your device \($0)" } ?? ClockVerdict.ownDevice
            : (username ?? name).map { SyncText.user($0) }
    }

    /// Returns the name, followed by the place.
    func title(isOwn: Bool, home: String?) -> String {
        let unnamed =
            target == nil ? "someone you invited, whose name has not arrived yet" : nil
        return [named(isOwn: isOwn) ?? unnamed, target?.abbreviated(home: home)]
            .compactMap(\.self).joined(separator: "  ")
    }

    /// Returns the failure of the last sync, what the peer has not been given, when both were last
    /// equal, and whether the clocks differ.
    package func states(now: Date, in timeZone: TimeZone) -> [String] {
        func age(_ date: Date) -> String { relativeTime(of: date, now: now, in: timeZone) }
        guard let lastSync else {
            return [
                target == nil
                    ? "never synced directly; folders also carry their posts" : "never synced"
            ]
        }
        let equal = lastEqual.map { "; last equal: \(age($0))" } ?? ""
        var states: [String] = []
        if let failure {
            let reason = SyncText.reason(failure)
            states.append("last sync failed \(age(lastSync)): \(reason)\(equal)")
        }
        if let unsent, unsent.total > 0 {
            let changes = listText(unsent.parts)
            states.append("not there yet: \(changes)\(failure == nil ? equal : "")")
        }
        if isBudgetReached {
            states.append("full-size pictures were left out because of the budget; sync again")
        }
        if states.isEmpty {
            states.append(
                isEqual ? "equal \(age(lastSync))" : "not equal yet, last sync \(age(lastSync))"
            )
        }
        if let clockDifference {
            let span = clockSpanText(clockDifference)
            states.append("its clock was \(span) \(clockDifference > 0 ? "ahead" : "behind")")
        }
        return states
    }
}

extension MissingPictures {
    /// The number of pictures, and why they have not arrived.
    package var sentence: String {
        let pictures = "\(countText(count, "picture")) (\(byteText(byteCount)))"
        return switch reason {
        case .unfollowed: "\(pictures) by users whom you do not follow any more."
        case .budget: "\(pictures) beyond the budget of a sync; sync again."
        case .neverCopied: "\(pictures) that no device or folder has copied to this one yet."
        case .tooMany: "\(pictures) beyond the limit of 1 GB for one person."
        case .damaged: "\(pictures) whose author has only damaged files."
        }
    }
}

extension ClockVerdict {
    fileprivate static let ownDevice = "another device of yours"

    /// The other clock minus this one, in seconds; of several, the one that differs most.
    package var difference: TimeInterval {
        switch self {
        case .own(let difference): -difference
        case .peers(let peers): peers.map(\.difference).max { abs($0) < abs($1) } ?? 0
        case .unknown(let difference): difference
        }
    }

    /// The users of the devices whose clocks are wrong, if they are known.
    package var users: [User.ID] {
        if case .peers(let peers) = self { Set(peers.map(\.user)).sorted() } else { [] }
    }

    /// Returns what to do, in one or two sentences.
    ///
    /// - Parameter name: Returns the name of a user, or `nil` for the user of this store.
    /// - Returns: The text.
    package func sentence(name: (User.ID) -> String?) -> String {
        let span = clockSpanText(difference)
        let isAhead = difference > 0
        switch self {
        case .own:
            return isAhead
                ? """
                This device's clock is probably wrong: other devices' clocks are \(span) ahead of it. Set it; do not run \
                `timeline doctor --repair` before.
                """
                : """
                This device's clock is probably wrong: it is \(span) ahead of other devices'. Set it; until then, others do \
                not accept what you do here.
                """
        case .peers:
            let whose = users.map { name($0).map { "a device of \($0)" } ?? Self.ownDevice }
                .joined(separator: " and that of ")
            let state = "\(span) \(isAhead ? "ahead" : "behind")"
            return
                "The clock of \(whose) is probably wrong: it is \(state). It must be set there."
        case .unknown:
            return isAhead
                ? "Another device's clock is \(span) ahead of this one's; set the one that is wrong."
                : "This device's clock is \(span) ahead of another one's; set the one that is wrong."
        }
    }
}

extension String {
    /// Returns the path with the home folder abbreviated to "~".
    package func abbreviated(home: String?) -> String {
        guard let home, home.count > 1, hasPrefix(home + "/") else { return self }
        return "~" + dropFirst(home.count)
    }
}
