/// A post or comment as a person names it: 4 to 20 characters of a push ID, its end.
struct ShortID: Sendable {
    let text: String

    private static let shortest = 4

    /// The name as it is told of: the leading `-` of a whole one may have been left out.
    var told: String { text.utf8.count == PushID.textLength - 1 ? "-" + text : text }

    init(_ text: String) throws(TimelineError) {
        guard (Self.shortest...PushID.textLength).contains(text.utf8.count),
            PushID.bytes(ofEnding: text) != nil
        else { throw .invalidIdentifier(text) }
        self.text = text
    }

    func resolve<Subject>(
        whole: (PushIdentifier<Subject>) throws -> PushIdentifier<Subject>?,
        ending: (String, Int) throws -> [PushIdentifier<Subject>]
    ) throws -> PushIdentifier<Subject>? {
        if let id = PushIdentifier<Subject>(text) { return try whole(id) }
        let candidates = try ending(text, 3)
        guard candidates.count <= 1 else {
            throw TimelineError.ambiguousIdentifier(
                text,
                candidates: candidates.map(\.description)
            )
        }
        return candidates.first
    }
}
