/// An activity item with its position, by which other programs identify it.
package struct ActivityNotification: Identifiable, Hashable, Sendable {
    /// The position, as the cursor of the page that follows.
    package let id: ActivityCursor
    /// The activity.
    package let item: ActivityItem

    /// Creates a notification, or returns `nil` for an item that was not read from a store.
    fileprivate init?(_ item: ActivityItem) {
        guard let cursor = item.cursor else { return nil }
        (id, self.item) = (cursor, item)
    }
}

/// Activity that has arrived while it was observed.
package struct NewNotifications: Equatable, Sendable {
    /// The new items, oldest first.
    package let items: [ActivityNotification]
    /// The newest item, or `nil` if there is none.
    let newest: ActivityCursor?
}

/// The activity that a user has cleared away in another program.
private struct ClearedActivity {
    /// The arrival number up to which everything is cleared away.
    var arrival = 0
    /// The single items, as the texts of their cursors.
    var items: [String] = []

    /// The maximum number of single items, of which the oldest are forgotten.
    private static let limit = 500

    init() {}

    init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            arrival = Int(clamping: try reader.unsigned())
            for _ in 0..<(try reader.array()) { items.append(try reader.text()) }
        } catch {
            return nil
        }
    }

    var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(UInt64(clamping: arrival))
        let items = items.suffix(Self.limit)
        writer.array(items.count)
        for item in items { writer.write(item) }
        return writer.bytes
    }

    func contains(_ position: ActivityEvent.Position) -> Bool {
        position.arrival <= arrival && arrival > 0
            || !items.isEmpty
                && items.contains(ActivityCursor(position, lastVisit: 0).description)
    }
}

extension UserSession {
    /// The maximum number of pages to read for one, if most items are of other kinds.
    private static let roundLimit = 20

    /// Returns one page of the user's activity without what they have cleared away, newest arrivals
    /// first.
    ///
    /// - Parameters:
    ///   - cursor: The item after which the page starts, or `nil` for the newest.
    ///   - floor: The item above which the page ends, or `nil`.
    ///   - isUpward: Whether the page has the items directly above the floor instead of the newest.
    ///   - limit: The maximum number of items.
    ///   - isIncluded: Returns whether the page contains an event, which may be new.
    /// - Returns: The items, and the cursor of the next page downward, or `nil` at the end.
    /// - Throws: ``TimelineError/notLoggedIn``.
    package func notifications(
        after cursor: ActivityCursor? = nil,
        above floor: ActivityCursor? = nil,
        isUpward: Bool = false,
        limit: Int,
        where isIncluded: @escaping @Sendable (ActivityEvent, _ isNew: Bool) -> Bool = { _, _ in
            true
        }
    ) async throws -> (items: [ActivityNotification], next: ActivityCursor?) {
        try await read { social, accounts, user in
            let cleared = try accounts.clearedActivity(of: user)
            let lastVisit = try accounts.activityEpoch(of: user)
            // Upward, the page is the end of the list, which is read as a whole.
            let (rounds, size) = isUpward ? (Int.max, 1000) : (Self.roundLimit, limit)
            var (found, position) = ([ActivityEvent](), cursor?.position)
            var (round, isLast) = (0, false)
            while round < rounds, !isLast, isUpward || found.count < limit {
                round += 1
                let part = try social.activity(of: user, after: position, limit: size)
                let events = part.prefix { event in
                    floor.map { event.position > $0.position } ?? true
                }
                isLast = events.count < size
                found += events.filter { event in
                    !cleared.contains(event.position)
                        && isIncluded(event, event.arrival > lastVisit)
                }
                position = part.last?.position ?? position
                if isUpward { found = found.suffix(limit) }
            }
            if isUpward || found.count >= limit {
                found = Array(found.prefix(limit))
                (position, isLast) = (found.last?.position, false)
            }
            return (
                try social.items(of: found, since: lastVisit, for: user)
                    .compactMap { ActivityNotification($0) },
                isLast ? nil : position.map { ActivityCursor($0, lastVisit: 0) }
            )
        }
    }

    /// Returns an item of the user's activity, or `nil` if there is none at this position or the user
    /// has cleared it away.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    package func notification(_ id: ActivityCursor) async throws -> ActivityNotification? {
        try await read { social, accounts, user in
            let position = id.position
            guard try !accounts.clearedActivity(of: user).contains(position) else { return nil }
            let above = ActivityEvent.Position(
                arrival: position.arrival,
                stamp: position.stamp.successor,
                kind: position.kind,
                user: position.user
            )
            // Several events can have the same stamp.
            let events = try social.activity(of: user, after: above, limit: 50)
            guard let event = events.first(where: { $0.position == position }) else { return nil }
            return try social.items(of: [event], since: 0, for: user).first
                .flatMap { ActivityNotification($0) }
        }
    }

    /// Returns the newest item of the user's activity that they have seen, or `nil`.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    package func newestSeenActivity() async throws -> ActivityNotification? {
        try await notifications(limit: 1) { _, isNew in !isNew }.items.first
    }

    /// Observes the user's activity: first nothing, then the new items after each commit that added
    /// any, oldest first.
    package func observeNotifications() -> TimelineObservation<NewNotifications> {
        TimelineObservation(engine: engine, check: { try await read { _, _, _ in } }) { former in
            let newest = try await notifications(above: former?.newest, limit: 40).items
            guard let former else { return NewNotifications(items: [], newest: newest.first?.id) }
            return newest.isEmpty
                ? former
                : NewNotifications(items: newest.reversed(), newest: newest.first?.id)
        }
    }

    /// Clears away all activity, or one item, and marks the rest as seen.
    ///
    /// The lists of this program still show it.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func clearActivity(_ item: ActivityCursor? = nil) async throws {
        try await engine.writes.run {
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                var cleared = try accounts.clearedActivity(of: user)
                if let item {
                    cleared.items.append(item.description)
                } else {
                    cleared = ClearedActivity()
                    cleared.arrival = try social.epoch()
                    try accounts.setActivityEpoch(cleared.arrival, of: user)
                }
                try accounts.setPrivateValue(cleared.stored, forKey: Self.clearedKey(of: user))
            }
        }
    }

    fileprivate static func clearedKey(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "cleared"
    }
}

extension AccountReader {
    fileprivate func clearedActivity(of user: User.ID) throws -> ClearedActivity {
        try privateValue(forKey: UserSession.clearedKey(of: user))
            .flatMap { ClearedActivity(stored: $0) } ?? ClearedActivity()
    }
}
