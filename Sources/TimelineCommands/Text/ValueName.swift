/// The placeholders for values in the help, such as `--before <post>`.
///
/// `ArgumentPreprocessor` also uses them to recognize values that may start with a dash.
enum ValueName {
    static let address = "address"
    static let age = "age"
    static let count = "count"
    static let cursor = "cursor"
    static let date = "date"
    static let distance = "distance"
    static let file = "file"
    static let folder = "folder"
    /// The ID of a post or comment.
    static let id = "id"
    static let name = "name"
    static let number = "number"
    static let path = "path"
    /// Degrees of latitude and longitude, negative in the south and west.
    static let position = "lat,lon"
    /// The ID of a post.
    static let post = "post"
    static let session = "session"
    static let tag = "tag"
    /// Free text written by the user, such as a caption.
    static let text = "text"
    static let url = "url"
    static let username = "username"
    static let words = "words"
}
