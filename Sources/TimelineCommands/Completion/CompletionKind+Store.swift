import ArgumentParser
import Foundation

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
