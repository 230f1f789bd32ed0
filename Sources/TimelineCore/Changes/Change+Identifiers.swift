extension [Change] {
    /// Refuses a batch in which the identifier of a post or comment names two different things.
    ///
    /// Every repository looks at the whole batch before it applies any of it, so that they all refuse the
    /// same ones, whatever else the batch deletes or leaves waiting.
    ///
    /// - Parameter isTaken: whether what is kept under the change's identifier is something else.
    /// - Throws: ``TimelineError/identifierConflict(_:)``; what `isTaken` throws.
    package func checkIdentifiers(isTaken: (Change) throws -> Bool) throws {
        var added: [PushID: Change] = [:]
        for change in self where change.isNamedByStamp {
            let known = added.updateValue(change, forKey: change.stamp)
            guard known == nil || known == change, try !isTaken(change) else {
                throw TimelineError.identifierConflict(change.stamp)
            }
        }
    }
}

extension Change {
    fileprivate var isNamedByStamp: Bool {
        switch action {
        case .postAdded, .commentAdded: true
        default: false
        }
    }
}
