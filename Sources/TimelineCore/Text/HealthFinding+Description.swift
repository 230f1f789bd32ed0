import Foundation

extension HealthFinding: CustomStringConvertible {
    /// The message that users see, with advice for some of the defects.
    public var description: String {
        switch self {
        case .storageDamaged(let fault):
            "The database is damaged: \(fault). Copy the store, with all programs stopped, before you "
                + "try anything else. Then repair it, or restore a backup as its file backup.txt says. A "
                + "sync or the import of an archive brings the rest."
        case .keysDamaged(_, let name):
            "The keys of @\(name) on this device are damaged or missing, so @\(name) cannot post. "
                + "Restore a backup, or pair a new store with another device of @\(name)."
        case .datedAhead(_, let name, let date):
            "@\(name) has items dated \(date.formatted(.iso8601)), ahead of this machine's clock."
        case .photoMissing(let blob, let posts):
            "Photo \(blob)\(Self.shown(by: posts)) is missing. Posting the same file again restores it."
        case .photoChanged(let blob, let posts):
            "The bytes of photo \(blob)\(Self.shown(by: posts)) have changed. "
                + "Posting the same file again restores them."
        case .photoUnreadable(let blob, let posts, let reason):
            "Photo \(blob)\(Self.shown(by: posts)) cannot be read: \(reason)."
        case .photoSetAside(let blob, let posts):
            "Photo \(blob)\(Self.shown(by: posts)) was set aside as orphaned."
        case .photoOrphaned(let blob): "Photo \(blob) is orphaned: no post or profile shows it."
        case .projectionWrong(let sentence, _): sentence
        case .repairFailed(let sentence):
            "\(sentence) The repair has not corrected this. Repair again, or export everything and "
                + "import it into a new store."
        case .recordRejected(let sentence, _):
            "\(sentence) Repair the store, then sync with a device or a friend that has an intact "
                + "copy, or import an archive with one."
        }
    }

    /// Returns the posts in parentheses, or an empty string if there are no posts.
    private static func shown(by posts: [Post.ID]) -> String {
        guard !posts.isEmpty else { return "" }
        return " (shown by \(posts.map(\.description).joined(separator: ", ")))"
    }
}
