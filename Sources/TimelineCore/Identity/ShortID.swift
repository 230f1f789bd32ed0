/// The last 4 to 20 characters of a push ID's text form, as typed by a user.
struct ShortID: Sendable {
    let text: String

    private static let minimumLength = 4

    /// The text to show in messages.
    ///
    /// Restores the leading `-` if a full ID was typed without it.
    var displayText: String { text.utf8.count == PushID.textLength - 1 ? "-" + text : text }

    init(_ text: String) throws(TimelineError) {
        guard (Self.minimumLength...PushID.textLength).contains(text.utf8.count),
            PushID.bytes(ofEnding: text) != nil
        else { throw .invalidIdentifier(text) }
        self.text = text
    }

    func resolve<Subject>(
        full: (PushIdentifier<Subject>) throws -> PushIdentifier<Subject>?,
        ending: (String, Int) throws -> [PushID]
    ) throws -> PushIdentifier<Subject>? {
        if let id = PushIdentifier<Subject>(text) { return try full(id) }
        let candidates = try ending(text, 3)
        guard candidates.count <= 1 else {
            throw TimelineError.ambiguousIdentifier(
                text,
                candidates: candidates.map(\.description)
            )
        }
        return candidates.first.map { PushIdentifier($0) }
    }
}
