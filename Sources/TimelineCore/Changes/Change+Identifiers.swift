extension [Change] {
    /// Rejects the batch if two different posts or comments have the same ID.
    ///
    /// Repositories check the whole batch before they apply any of it. As a result, all
    /// repositories reject the same batches, regardless of deletions and pending changes in the
    /// batch.
    ///
    /// - Parameter isTaken: A closure that returns whether the store contains a different post or
    ///   comment with the change's ID.
    /// - Throws: ``TimelineError/identifierConflict(_:)``, or any error thrown by `isTaken`.
    public func checkIdentifiers(isTaken: (Change) throws -> Bool) throws {
        let twice = stampsUsedTwice
        var added: [PushID: Change] = [:]
        for change in self where change.hasStampAsID {
            if twice.contains(change.stamp) {
                let known = added.updateValue(change, forKey: change.stamp)
                guard known?.isSame(as: change) != false else {
                    throw TimelineError.identifierConflict(change.stamp.description)
                }
            }
            guard try !isTaken(change) else {
                throw TimelineError.identifierConflict(change.stamp.description)
            }
        }
    }

    /// The IDs that occur more than once among the posts and comments that the batch adds.
    ///
    /// The set is usually empty.
    private var stampsUsedTwice: Set<PushID> {
        let stamps = lazy.filter(\.hasStampAsID).map(\.stamp).sorted()
        return Set(zip(stamps, stamps.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}

extension [Photo] {
    /// Returns whether these photos are equal to the others, ignoring values that are derived from
    /// their bytes.
    ///
    /// - Parameters:
    ///   - others: The photos to compare with.
    ///   - edited: The indexes of the photos whose descriptions may differ.
    /// - Returns: `true` if both arrays can belong to the same post.
    public func areSame(as others: [Photo], exceptAlts edited: Set<Int> = []) -> Bool {
        func comparable(_ photos: [Photo]) -> [Photo] {
            photos.enumerated()
                .map { index, photo in
                    let photo = photo.withoutDerivedValues
                    return edited.contains(index) ? photo.described(as: nil) : photo
                }
        }
        return comparable(self) == comparable(others)
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

    fileprivate var hasStampAsID: Bool {
        switch action {
        case .postAdded, .commentAdded: true
        default: false
        }
    }
}
