/// A search for a single tag or user: `#` or `@` followed by text.
enum EntityQuery: Hashable {
    /// A tag or its beginning, without `#`.
    case tag(String)
    /// A displayed username or part of one, without `@`.
    case mention(String)

    /// Parses a search text.
    ///
    /// Returns `nil` if the text is neither a tag nor a mention. Also returns `nil` if it contains
    /// other words, because all words of a search must match.
    init?(in typed: String) {
        let scalars = typed.drop(while: \.isWhitespace).unicodeScalars
        guard let sign = scalars.first, sign.startsTag || sign.startsMention else { return nil }
        let rest = scalars.dropFirst()
        let body = rest.prefix { sign.startsTag ? $0.continuesTag : $0.continuesUsername }
        guard Tokenizer.all(in: String(Substring(rest[body.endIndex...]))).isEmpty else {
            return nil
        }
        let text = String(Substring(body))
        self = sign.startsTag ? .tag(text) : .mention(text)
    }
}

extension Unicode.Scalar {
    /// Whether a displayed username can contain the scalar.
    fileprivate var continuesUsername: Bool {
        properties.isXIDContinue || self == "." || self == "~"
    }
}
