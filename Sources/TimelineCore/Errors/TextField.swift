/// The texts that users write, and how many characters each may have.
public enum TextField: String, CaseIterable, Hashable, Sendable {
    /// The words under a post's photos.
    case caption
    /// The words of a comment.
    case comment
    /// A user's name in full.
    case displayName = "display name"
    /// A few words about a user.
    case bio
    /// The address of a user's page.
    case url = "URL"
    /// A photo in words.
    case alt = "photo description"
    /// What people call a place.
    case placeName = "place name"

    /// The most characters (grapheme clusters) that the text may have.
    ///
    /// Captions and comments have Instagram's limit of 2,200, so that an archive comes in whole.
    public var limit: Int {
        switch self {
        case .caption, .comment: 2200
        case .displayName: 64
        case .bio: 500
        case .url: 2048
        case .alt: 1000
        case .placeName: 100
        }
    }

    /// The most bytes of UTF-8, which bounds characters that carry endless combining marks.
    var byteLimit: Int { limit * 32 }

    /// Checks that `text` fits.
    ///
    /// - Throws: ``TimelineError/invalidText(_:)``.
    func check(_ text: String?) throws(TimelineError) {
        guard let text else { return }
        // No text has more characters than bytes, and bytes are counted already.
        guard text.utf8.count <= limit || text.utf8.count <= byteLimit && text.count <= limit else {
            throw .invalidText(.tooLong(self, limit: limit))
        }
        guard !text.utf8.contains(0) else { throw .invalidText(.holdsNull(self)) }
    }

    /// Checks that `text` fits and says something.
    ///
    /// - Throws: ``TimelineError/invalidText(_:)``.
    func checkFilled(_ text: String) throws(TimelineError) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .invalidText(.empty(self)) }
        try check(text)
    }
}
