import TimelineCore

/// The private data that the devices of one user exchange: registers such as blocks, mutes and
/// bookmarks, and what the user has read and seen.
///
/// Folders and addresses are not included, because they apply to one device.
struct PrivateData: StateValue {
    static let elementCount = 3

    /// The maximum number of registers that are read: 65,536, several times as many as anyone has.
    static let registerLimit = 1 << 16

    /// The registers, of which the later change remains.
    var registers: [PrivateRegister] = []
    /// The posts that the user has read.
    var readPosts = ReadPosts()
    /// The activity that the user has seen.
    var seenActivity = SeenActivity()
    /// Whether registers have been left out because they could not be read.
    private(set) var isDamaged = false

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        for _ in 0..<(try reader.array()) {
            // One that cannot be read does not affect the others.
            var part = CBORReader(try reader.encodedValue(level: 1, maximumLevel: 4))
            guard registers.count < Self.registerLimit else {
                isDamaged = true
                continue
            }
            do throws(RecordError) {
                let register = try PrivateRegister.read(&part)
                try part.finish()
                if let register { registers.append(register) }
            } catch {
                isDamaged = true
            }
        }
        readPosts = try ReadPosts(reading: &reader)
        seenActivity = try SeenActivity(reading: &reader)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(registers.count)
        for register in registers { register.write(to: &writer) }
        readPosts.write(to: &writer)
        seenActivity.write(to: &writer)
    }
}

extension AccountReader {
    /// Returns a user's private data, as it counts now.
    func privateData(
        of user: User.ID,
        _ social: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws -> PrivateData {
        let now = environment.now().millisecondsSince1970
        var data = PrivateData()
        data.registers = try privateRegisters(of: user).map { $0.counted(at: now) }
        data.readPosts = try readPosts(of: user, social)
        data.seenActivity = try seenActivity(of: user, social)
        return data
    }
}

extension AccountWriter {
    /// Merges the private data of another device of the same user.
    ///
    /// Posts and events that have not arrived are marked later, by ``markReadElsewhere(by:_:)``.
    func merge(
        _ data: PrivateData,
        from device: KeyID,
        into user: User.ID,
        _ social: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        try merge(data.registers, into: user, environment)
        var later = PrivateData()
        (later.readPosts, later.seenActivity) = (data.readPosts, data.seenActivity)
        let key = StateKey.readElsewhere(on: device, by: user)
        if try privateValue(forKey: key) != later.stored { try setState(later, forKey: key) }
        try markRead(data.readPosts, by: user, social)
        try markSeen(data.seenActivity, by: user, social)
    }

    /// Marks posts as read and activity as seen that have arrived after the user's other devices
    /// reported them.
    ///
    /// It has an effect at most once for each post and event.
    func markReadElsewhere(by user: User.ID, _ social: any SocialReader) throws {
        let prefix = StateKey.readElsewhere(by: user)
        for (_, data) in try states(PrivateData.self, withPrefix: prefix) {
            try markRead(data.readPosts, by: user, social)
            try markSeen(data.seenActivity, by: user, social)
        }
    }
}
