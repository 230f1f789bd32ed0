/// A text field that users fill in, with its length limit.
public enum TextField: CaseIterable, Hashable, Sendable {
    /// The caption of a post.
    case caption
    /// The text of a comment.
    case comment
    /// A user's display name.
    case displayName
    /// A user's bio.
    case bio
    /// The URL of a user's website.
    case url
    /// The alternative text of a photo.
    case alt
    /// The name of a place.
    case placeName
    /// The name of an app, which is part of no record.
    case appName

    /// The maximum length in characters (grapheme clusters).
    ///
    /// Captions and comments use Instagram's limit of 2,200 characters, and alternative texts
    /// Mastodon's usual limit of 1,500, so imported archives rarely need truncation.
    ///
    /// The limits are part of the format of records: a record with a longer text is invalid.
    /// Lowering a limit therefore makes stored records unreadable, and raising it makes new records
    /// invalid for devices with an earlier version. A lower limit for writers alone belongs in
    /// `RecordMinter`.
    public var limit: Int {
        switch self {
        case .caption, .comment: 2200
        case .displayName: 64
        case .bio: 500
        case .url: 2048
        case .alt: 1500
        case .placeName, .appName: 100
        }
    }

    /// The maximum length in UTF-8 bytes, to limit the number of combining marks.
    package var byteLimit: Int { limit * 32 }

    /// Whether the text must contain a character other than white space.
    private var isRequired: Bool {
        switch self {
        case .caption, .alt: false
        case .comment, .displayName, .bio, .url, .placeName, .appName: true
        }
    }

    /// Checks that a text is within the limits, contains no null character, and is not blank if it
    /// is required.
    ///
    /// The name of an app, which is shown where a user decides whether to trust it, contains no
    /// other control character either.
    ///
    /// The absence of a text is always accepted.
    package func check(_ text: String?) throws(TimelineError) {
        guard let text else { return }
        guard !isRequired || text.contains(where: { !$0.isWhitespace }) else {
            throw .invalidText(.empty(self))
        }
        // A text never has more characters than bytes, and the byte count takes constant time.
        guard text.utf8.count <= limit || text.utf8.count <= byteLimit && text.count <= limit else {
            throw .invalidText(.tooLong(self, limit: limit))
        }
        guard !text.utf8.contains(0) else { throw .invalidText(.containsNull(self)) }
        guard self != .appName || !text.containsControls else {
            throw .invalidText(.containsControl(self))
        }
    }
}

extension String {
    /// Whether the text contains a control character, or one that ends a line or changes the
    /// direction of what follows.
    package var containsControls: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isBidiControl
            }
        }
    }
}

/// The reason a password was rejected.
public enum PasswordError: Hashable, Sendable {
    /// The password has fewer than `minimum` characters.
    ///
    /// At least `advised` characters are recommended.
    case tooShort(minimum: Int, advised: Int)
    /// The password has more than `maximum` characters.
    case tooLong(maximum: Int)
    /// The password is one of the 3,000 most common passwords.
    case common
    /// The password is derived from the username, the email or "timeline".
    case guessable
}
