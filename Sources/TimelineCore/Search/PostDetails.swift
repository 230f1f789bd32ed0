/// The texts of a post that searches find besides its caption: the name of its place, and the
/// descriptions of its photos.
public enum PostDetails {
    /// Returns the texts as one, each in a line of its own; empty without any.
    ///
    /// Every repository indexes the caption, a line break, and this text.
    public static func text(placeName: String?, alts: [String?]) -> String {
        ([placeName] + alts).compactMap(\.self).joined(separator: lineBreak)
    }

    /// Returns the text of a post that searches match.
    public static func searchable(caption: String, details: String) -> String {
        details.isEmpty ? caption : caption + lineBreak + details
    }

    private static let lineBreak = "\n"
}

extension Post.Content {
    /// The texts that searches find besides the caption.
    public var details: String {
        PostDetails.text(placeName: place?.name, alts: photos.map(\.alt))
    }
}
