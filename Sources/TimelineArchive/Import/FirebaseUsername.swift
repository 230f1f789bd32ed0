import TimelineCore

/// A username as spelled in an archive, without a leading `@`.
///
/// Usernames are case-insensitive.
struct FirebaseUsername: Hashable, Comparable, Sendable {
    /// The username in lowercase.
    let text: String

    init(_ text: String) {
        self.text = (text.hasPrefix("@") ? String(text.dropFirst()) : text).lowercased()
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Username {
    /// Creates the closest valid username by replacing invalid characters with `_` and truncating
    /// the text to the maximum length.
    ///
    /// An empty username becomes `user`.
    ///
    /// - Throws: `TimelineError.invalidUsername` if no username is close enough, for example if the
    ///   text consists only of dots.
    init(fitting username: FirebaseUsername) throws(TimelineError) {
        let characters = username.text.prefix(Self.maximumLength)
            .map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) ? $0 : "_" }
        try self.init(characters.isEmpty ? "user" : String(characters))
    }
}
