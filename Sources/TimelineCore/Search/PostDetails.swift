/// The texts of a post that searches match in addition to the caption: the name of its place and
/// the descriptions of its photos.
public enum PostDetails {
    /// Joins the texts, each on its own line, or returns an empty string if there are none.
    ///
    /// Every repository indexes the text that ``searchable(caption:details:)`` creates from the
    /// result.
    public static func text(placeName: String?, alts: [String?]) -> String {
        ([placeName] + alts).compactMap(\.self).joined(separator: lineBreak)
    }

    /// Returns the text of a post that searches match: the caption and, if present, the details.
    public static func searchable(caption: String, details: String) -> String {
        details.isEmpty ? caption : caption + lineBreak + details
    }

    private static let lineBreak = "\n"
}

extension Post.Content {
    /// The texts that searches match in addition to the caption.
    public var details: String {
        PostDetails.text(placeName: place?.name, alts: photos.map(\.alt))
    }
}
