/// A tag or a user's name that alone was typed into a search, without its `#` or `@`.
enum EntityQuery: Hashable {
    /// A tag, or the beginning of one.
    case tag(String)
    /// A name, or a part of one.
    case name(String)

    /// Reads what was typed; `nil` when it has words besides the mark, which all have to be found then.
    init?(in typed: String) {
        let scalars = typed.drop(while: \.isWhitespace).unicodeScalars
        guard let mark = scalars.first, mark.startsTag || mark.startsMention else { return nil }
        let rest = scalars.dropFirst()
        let body = rest.prefix { mark.startsTag ? $0.continuesTag : $0.continuesName }
        guard Tokenizer.all(in: String(Substring(rest[body.endIndex...]))).isEmpty else {
            return nil
        }
        let text = String(Substring(body))
        self = mark.startsTag ? .tag(text) : .name(text)
    }
}

extension Unicode.Scalar {
    /// Whether a name goes on with this, that of a user or one shown for a name claimed twice.
    fileprivate var continuesName: Bool {
        properties.isXIDContinue || self == "." || self == "~"
    }
}
