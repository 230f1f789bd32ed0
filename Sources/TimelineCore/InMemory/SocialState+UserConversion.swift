extension SocialState {
    /// Gives posts and comments of a user new IDs.
    ///
    /// The old IDs become aliases.
    mutating func convert(_ conversion: UserConversion) {
        records = records.filter { !conversion.removedRecords.contains($0.key) }
        // Comments first, because moving a post does not change the IDs of comments.
        for (old, new) in conversion.comments { move(old, to: new) }
        for (old, new) in conversion.posts { move(old, to: new) }
        let moved =
            conversion.posts.map { ($0.pushID, $1.pushID) }
            + conversion.comments.map { ($0.pushID, $1.pushID) }
        for (old, new) in moved {
            for (alias, id) in movedIDs where id == old { movedIDs[alias] = new }
            movedIDs[old] = new
        }
    }
}
