import ArgumentParser
import Foundation
import TimelineCore
import TimelineSQLite

/// Usernames, tags and short IDs in the store of a command line that is being typed.
///
/// Errors are not reported: if the store is missing or cannot be read, it offers no completions.
struct StoredWords {
    private let folder: StoreFolder?
    private let variables: [String: String]

    /// The maximum number of completions.
    private static let limit = 100
    /// The maximum number of recent posts.
    private static let postLimit = 30
    /// The maximum length of a caption in the description of a post, in columns.
    private static let captionWidth = 40

    /// Selects the store by the `--store` option among the words, or the environment.
    init(_ words: [String], variables: [String: String]) {
        // Errors must not disturb the command line.
        folder = try? StoreFolder(option: Self.option(in: words), variables: variables)
        self.variables = variables
    }

    /// Returns the usernames that start with a prefix, which may start with `@`.
    func usernames(startingWith prefix: String) -> [String] {
        let start = Username.normalized(prefix)
        let text = start.isEmpty ? nil : start
        let users = read { social, _, _ in
            try social.users(UserQuery(matching: text, limit: Self.limit))
        }
        return Self.completions(of: prefix, among: users.map(\.username))
    }

    /// Returns the usernames of the blocked users that start with a prefix.
    func blockedUsernames(startingWith prefix: String) -> [String] {
        let names = read { social, accounts, viewer in
            try viewer.map { try accounts.restrictions(.block, by: $0) }?.filter(\.isSet)
                .compactMap { try social.user($0.user)?.username ?? $0.name } ?? []
        }
        return Self.completions(of: prefix, among: names.sorted())
    }

    private static func completions(of prefix: String, among usernames: [String]) -> [String] {
        let start = Username.normalized(prefix)
        return usernames.filter { $0.hasPrefix(start) }
            .map { (prefix.hasPrefix("@") ? "@" : "") + $0 }
    }

    /// Returns the tags that start with a prefix, most used first.
    func tags(startingWith prefix: String) -> [String] {
        let start = Tag.normalized(String(prefix.drop { $0 == "#" }))
        return read { social, _, _ in try social.tags(startingWith: start, limit: Self.limit) }
            .map { String($0.tag.description.drop { $0 == "#" }) }
    }

    /// Returns the short IDs of the newest posts, with a description where the shell shows one.
    func posts(for shell: CompletionShell?) -> [String] {
        let posts = read { social, _, _ in
            let range = PostRange(limit: Self.postLimit)
            return try social.posts(social.postIDs(.all, in: range), for: nil)
        }
        return posts.map { post in
            let description = Self.description(of: post)
            return switch shell {
            case CompletionShell.zsh?:
                post.id.shortID + ":" + description.replacing(":", with: "\\:")
            case CompletionShell.fish?: post.id.shortID + "\t" + description
            default: post.id.shortID
            }
        }
    }

    private static func description(of post: PostView) -> String {
        let caption = post.caption.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = "@\(post.author.username) \(caption)".terminalSafe
        return text.truncated(to: captionWidth)
    }

    /// Reads as the logged-in user, if any, so that it offers nobody that a block hides.
    private func read<Word>(
        _ query: (any SocialReader, any AccountReader, User.ID?) throws -> [Word]
    ) -> [Word] {
        guard let folder, folder.server == nil, folder.exists,
            // As above.
            let repository = try? SQLiteRepository(file: folder.database)
        else { return [] }
        let session = SessionFile(of: folder, variables: variables)
        // A store that cannot be read has no words.
        let words = try? repository.read { social, accounts in
            let viewer = try session.token().flatMap { try accounts.session($0.sessionID)?.user }
            return try query(social.visible(to: viewer), accounts, viewer)
        }
        try? repository.close()  // The log remains beside the database.
        return words ?? []
    }

    private static func option(in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if word == "--store" { return next }
            if word.hasPrefix("--store=") { return String(word.dropFirst("--store=".count)) }
        }
        return nil
    }
}

extension CompletionKind {
    /// The usernames in the store.
    static var username: CompletionKind {
        .custom { words, _, prefix in stored(words).usernames(startingWith: prefix) }
    }

    /// The usernames of the users that the logged-in user has blocked.
    static var blockedUsername: CompletionKind {
        .custom { words, _, prefix in stored(words).blockedUsernames(startingWith: prefix) }
    }

    /// The tags in the store.
    static var tag: CompletionKind {
        .custom { words, _, prefix in stored(words).tags(startingWith: prefix) }
    }

    /// The short IDs of the newest posts in the store.
    static var post: CompletionKind {
        .custom { words, _, _ in stored(words).posts(for: .requesting) }
    }

    @Sendable private static func stored(_ words: [String]) -> StoredWords {
        StoredWords(words, variables: ProcessInfo.processInfo.environment)
    }
}
