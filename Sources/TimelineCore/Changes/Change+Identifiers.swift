extension [Change] {
    /// Refuses a batch in which the identifier of a post or comment names two different things.
    ///
    /// Every repository looks at the whole batch before it applies any of it, so that they all refuse the
    /// same ones, whatever else the batch deletes or leaves waiting.
    ///
    /// - Parameter isTaken: whether what is kept under the change's identifier is something else.
    /// - Throws: ``TimelineError/identifierConflict(_:)``; what `isTaken` throws.
    package func checkIdentifiers(isTaken: (Change) throws -> Bool) throws {
        let twice = stampsUsedTwice
        var added: [PushID: Change] = [:]
        for change in self where change.isNamedByStamp {
            if twice.contains(change.stamp) {
                let known = added.updateValue(change, forKey: change.stamp)
                guard known?.isSame(as: change) != false else {
                    throw TimelineError.identifierConflict(change.stamp)
                }
            }
            guard try !isTaken(change) else {
                throw TimelineError.identifierConflict(change.stamp)
            }
        }
    }

    /// The identifiers that more than one post or comment of the batch has; most often none.
    private var stampsUsedTwice: Set<PushID> {
        let stamps = lazy.filter(\.isNamedByStamp).map(\.stamp).sorted()
        return Set(zip(stamps, stamps.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}

extension [Photo] {
    /// Whether the photos are the same, whoever decoded them.
    package func areSame(as others: [Photo]) -> Bool {
        map(\.withoutThumbHash) == others.map(\.withoutThumbHash)
    }
}

extension Change {
    fileprivate func isSame(as other: Change) -> Bool {
        guard case .postAdded(let content) = action,
            case .postAdded(let otherContent) = other.action
        else { return self == other }
        return author == other.author && content.caption == otherContent.caption
            && content.place == otherContent.place
            && content.photos.areSame(as: otherContent.photos)
    }

    fileprivate var isNamedByStamp: Bool {
        switch action {
        case .postAdded, .commentAdded: true
        default: false
        }
    }
}
