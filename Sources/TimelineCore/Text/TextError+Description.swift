extension TextError: CustomStringConvertible {
    /// The message for users: a full sentence that states the fault, then the remedy.
    public var description: String {
        switch self {
        case .empty(let field): "The \(field.label) is empty; enter some text."
        case .tooLong(let field, let limit):
            "The \(field.label) is too long; use at most \(limit) characters."
        case .containsNull(let field):
            "The \(field.label) contains a null character (U+0000); remove it."
        }
    }
}

extension TextField {
    /// The name of the field for use in the middle of a sentence.
    fileprivate var label: String {
        switch self {
        case .caption: "caption"
        case .comment: "comment"
        case .displayName: "display name"
        case .bio: "bio"
        case .url: "URL"
        case .alt: "photo description"
        case .placeName: "place name"
        }
    }
}
