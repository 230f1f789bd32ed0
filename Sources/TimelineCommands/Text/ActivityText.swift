import TimelineCore

/// Messages of the command about activity.
enum ActivityText {
    static let empty = "Quiet so far. Likes, comments and new followers show up here."
    static let noOlder = "No older activity."
    static let newMark = "• "

    /// The maximum number of users for which a sentence lists all usernames.
    private static let namedUsers = 3

    /// Returns the subject of a sentence, such as "@ana" or "@ana, @ben and 2 others".
    static func names(_ names: [String]) -> String {
        let named = names.count > namedUsers ? Array(names.prefix(namedUsers - 1)) : names
        let others = names.count - named.count
        let last = others > 0 ? "\(groupedDigits(of: others)) others" : named.last ?? ""
        let first = others > 0 ? named[...] : named.dropLast()
        return first.isEmpty ? last : "\(first.joined(separator: ", ")) and \(last)"
    }

    /// Returns the rest of a sentence, after its subject.
    static func sentence(_ kind: ActivityKind, inComment isComment: Bool) -> String {
        switch kind {
        case .like: " liked your post"
        case .comment: " commented on your post"
        case .mention: isComment ? " mentioned you in a comment" : " mentioned you in a post"
        case .follow: " followed you"
        }
    }
}
