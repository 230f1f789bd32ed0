import ArgumentParser
import Foundation
import TimelineCore
import TimelineSQLite

/// Usernames, tags and short IDs in the store of a command line that is being typed.
///
/// Errors are not reported: if the store is missing or cannot be read, it offers no completions.
struct StoredWords {
    private let folder: StoreFolder

    /// The maximum number of completions.
    private static let limit = 100
    /// The maximum number of recent posts.
    private static let postLimit = 30
    /// The maximum length of a caption in the description of a post, in columns.
    private static let captionWidth = 40

    /// Selects the store by the `--store` option among the words, or the environment.
    init(_ words: [String], variables: [String: String]) {
        folder = StoreFolder(option: Self.option(in: words), variables: variables)
    }

    /// Returns the usernames that start with a prefix, which may start with `@`.
    func usernames(startingWith prefix: String) -> [String] {
        let sign = prefix.hasPrefix("@") ? "@" : ""
        let start = Username.normalized(prefix)
        let text = start.isEmpty ? nil : start
        return read { try $0.users(UserQuery(matching: text, limit: Self.limit)) }
            .map(\.username)
            .filter { $0.hasPrefix(start) }
            .map { sign + $0 }
    }

    /// Returns the tags that start with a prefix, most used first.
    func tags(startingWith prefix: String) -> [String] {
        let start = Tag.normalized(String(prefix.drop { $0 == "#" }))
        return read { try $0.tags(startingWith: start, limit: Self.limit) }
            .map { String($0.tag.description.drop { $0 == "#" }) }
    }

    /// Returns the short IDs of the newest posts, with a description where the shell shows one.
    func posts(for shell: CompletionShell?) -> [String] {
        let posts = read { reader in
            let range = PostRange(before: Post.ID(.max), limit: Self.postLimit)
            return try reader.posts(reader.postIDs(in: range), for: nil)
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

    private func read<Word>(_ query: (any SocialReader) throws -> [Word]) -> [Word] {
        guard folder.exists else { return [] }
        // Errors must not disturb the command line.
        guard let repository = try? SQLiteRepository(file: folder.database) else { return [] }
        let words = try? repository.read(query)  // A store that cannot be read has no words.
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
