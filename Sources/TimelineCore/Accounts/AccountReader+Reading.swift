extension AccountReader {
    /// Returns the given user's read position, which is empty for a user without an account.
    public func readPosition(of user: User.ID) throws -> ReadPosition {
        try privateValue(forKey: ReadPosition.key(of: user))
            .flatMap { ReadPosition(stored: $0) } ?? ReadPosition()
    }

    /// Returns the epoch up to which the given user has seen their activity, or 0 if they have
    /// never viewed it or have no account.
    public func activityEpoch(of user: User.ID) throws -> Int {
        guard let bytes = try privateValue(forKey: Self.activityKey(of: user)) else { return 0 }
        var reader = CBORReader(bytes)
        return (try? Int(clamping: reader.unsigned())) ?? 0  // As if never viewed.
    }

    fileprivate static func activityKey(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "activity"
    }
}

extension AccountWriter {
    /// Sets the read position of a user.
    ///
    /// Does nothing if the user has no account.
    public func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        try setPrivateValue(position.stored, forKey: ReadPosition.key(of: user))
    }

    /// Sets the epoch up to which the given user has seen their activity.
    ///
    /// Does nothing if the user has no account.
    public func setActivityEpoch(_ epoch: Int, of user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        var writer = CBORWriter()
        writer.write(UInt64(clamping: epoch))
        try setPrivateValue(writer.bytes, forKey: Self.activityKey(of: user))
    }
}

extension ReadPosition {
    fileprivate static func key(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "read"
    }

    /// Reads a stored position.
    ///
    /// Returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            let lastShown: PushID? = try reader.optional { reader throws(RecordError) in
                try reader.value()
            }
            var intervals: [ReadInterval] = []
            for _ in 0..<(try reader.array()) {
                try reader.array(of: 3)
                let (oldest, newest) = (Post.ID(try reader.value()), Post.ID(try reader.value()))
                guard oldest <= newest else { return nil }
                let epoch = Int(clamping: try reader.unsigned())
                intervals.append(ReadInterval(oldest...newest, epoch: epoch))
            }
            try reader.finish()
            self.init(intervals: intervals, lastShown: lastShown.map { Post.ID($0) })
        } catch {
            return nil
        }
    }

    /// The encoded position, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.optional(lastShown) { $0.write($1) }
        writer.array(intervals.count)
        for interval in intervals {
            writer.array(3)
            writer.write(interval.posts.lowerBound)
            writer.write(interval.posts.upperBound)
            writer.write(UInt64(clamping: interval.epoch))
        }
        return writer.bytes
    }
}
