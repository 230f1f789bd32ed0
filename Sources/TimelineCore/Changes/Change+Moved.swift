extension Change {
    /// Returns the change with the old IDs of moved posts and comments replaced by their current
    /// IDs.
    ///
    /// - Parameter currentID: A closure that returns the current ID of a moved item, or `nil` for
    ///   an item that was not moved.
    /// - Returns: The change with current IDs, or `nil` if the change adds an item that was moved
    ///   and therefore already exists under its current ID.
    /// - Throws: Any error thrown by `currentID`.
    public func resolved(_ currentID: (PushID) throws -> PushID?) rethrows -> Change? {
        func current<Subject>(
            _ id: PushIdentifier<Subject>
        ) throws -> PushIdentifier<Subject> {
            PushIdentifier(try currentID(id.pushID) ?? id.pushID)
        }
        switch action {
        case .postAdded, .commentAdded: if try currentID(stamp) != nil { return nil }
        default: break
        }
        let action: Intent =
            switch self.action {
            case .commentAdded(let post, let text): .commentAdded(try current(post), text: text)
            case .captionEdited(let post, let caption):
                .captionEdited(try current(post), caption: caption)
            case .placeEdited(let post, let place):
                .placeEdited(try current(post), place: place)
            case .altEdited(let post, let photo, let alt):
                .altEdited(try current(post), photo: photo, alt: alt)
            case .postDeleted(let post): .postDeleted(try current(post))
            case .commentDeleted(let comment): .commentDeleted(try current(comment))
            case .liked(let post): .liked(try current(post))
            case .unliked(let post): .unliked(try current(post))
            case .postAdded, .profileUpdated, .profileRemoved, .followed, .unfollowed: self.action
            }
        return Change(stamp: stamp, author: author, action: action)
    }

    /// Returns a copy of the change with the given stamp.
    public func stamped(_ stamp: PushID) -> Change {
        Change(stamp: stamp, author: author, action: action)
    }
}
