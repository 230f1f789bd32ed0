import TimelineCore

/// The likes, comments, mentions and follows that a user has seen on one device, for the other
/// devices.
struct SeenActivity: Hashable {
    /// The number of the latest events to compare.
    static let limit = 1000

    /// The highest stamp among the events that the user has seen, if any.
    var newest: PushID?
    /// The stamps below ``newest`` of events that the user has not seen, because they arrived
    /// later.
    var unseen: [PushID] = []

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 2)
        newest = try reader.optional { reader throws(RecordError) in try reader.value() }
        unseen = try reader.list()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.optional(newest) { $0.write($1) }
        writer.write(list: unseen)
    }
}

extension AccountReader {
    /// Returns the activity that a user has seen on this device.
    func seenActivity(of user: User.ID, _ social: any SocialReader) throws -> SeenActivity {
        var seen = SeenActivity()
        let epoch = try activityEpoch(of: user)
        guard epoch > 0 else { return seen }
        let events = try social.activity(of: user, after: nil, limit: SeenActivity.limit)
        seen.newest = events.filter { $0.arrival <= epoch }.map(\.stamp).max()
        guard let newest = seen.newest else { return seen }
        seen.unseen = events.filter { $0.arrival > epoch }.map(\.stamp)
            .filter { $0 < newest }.sorted()
        return seen
    }
}

extension AccountWriter {
    /// Marks the events as seen that have arrived here and that the user has seen on another
    /// device.
    ///
    /// A visit is stored as an arrival number, which differs between stores, so only events that
    /// arrived before the first unseen one can be marked.
    func markSeen(_ seen: SeenActivity, by user: User.ID, _ social: any SocialReader) throws {
        guard let newest = seen.newest else { return }
        let visit = try activityEpoch(of: user)
        let events = try social.activity(of: user, after: nil, limit: SeenActivity.limit)
            .prefix { $0.arrival > visit }
        let unseenThere = Set(seen.unseen)
        let unseen = events.filter { event in
            let stamp = event.stamp
            return stamp > newest || unseenThere.contains(stamp)
        }
        // Older events, which are not compared, may be unseen, too.
        guard unseen.isEmpty || events.count < SeenActivity.limit else { return }
        let epoch = unseen.map { $0.arrival - 1 }.min() ?? events.map(\.arrival).max() ?? visit
        if epoch > visit { try setActivityEpoch(epoch, of: user) }
    }
}
