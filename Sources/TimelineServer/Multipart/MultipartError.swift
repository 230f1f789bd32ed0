/// The reason why the body of a form with files cannot be parsed.
enum MultipartError: Error, Hashable {
    /// The boundary is missing, empty or longer than 70 characters.
    case boundary
    /// A delimiter is missing or malformed.
    case delimiter
    /// The header of a part is too long or has no field name.
    case header
    /// The form has more than ``MultipartParser/partLimit`` parts.
    case tooManyParts
    /// The body ends before the last delimiter.
    case truncated
}
