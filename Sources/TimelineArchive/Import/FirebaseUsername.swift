import TimelineCore

/// A username as an archive spells it: without a leading `@` and compared case-insensitively.
struct FirebaseUsername: Hashable, Comparable, Sendable {
    /// The username in lower case.
    let text: String

    init(_ text: String) {
        self.text = (text.hasPrefix("@") ? String(text.dropFirst()) : text).lowercased()
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Username {
    /// The closest valid username: invalid characters become `_`, and it is truncated to the
    /// maximum length.
    ///
    /// An empty username becomes `user`.
    ///
    /// - Throws: `TimelineError.invalidUsername` if no username is close enough, such as for dots
    ///   only.
    init(fitting username: FirebaseUsername) throws(TimelineError) {
        let characters = username.text.prefix(Self.maximumLength)
            .map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) ? $0 : "_" }
        try self.init(characters.isEmpty ? "user" : String(characters))
    }
}
