extension TimelineEngine {
    /// The post that a person names: by its 20 characters, or by any ending of 4 or more that is unique.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/ambiguousIdentifier(_:candidates:)``,
    ///   ``TimelineError/invalidIdentifier(_:)``.
    public func postID(named name: String) async throws -> Post.ID {
        try await read { reader in
            let name = try IdentifierName(name)
            let found = try name.resolve(
                whole: { try reader.post($0, for: nil) == nil ? nil : $0 },
                ending: reader.postIDs(endingWith:limit:)
            )
            guard let found else { throw TimelineError.postNotFound(name.text) }
            return found
        }
    }

    /// The comment that a person names, in the same way.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``, ``TimelineError/ambiguousIdentifier(_:candidates:)``,
    ///   ``TimelineError/invalidIdentifier(_:)``.
    public func commentID(named name: String) async throws -> Comment.ID {
        try await read { reader in
            let name = try IdentifierName(name)
            let found = try name.resolve(
                whole: { try reader.comment($0) == nil ? nil : $0 },
                ending: reader.commentIDs(endingWith:limit:)
            )
            guard let found else { throw TimelineError.commentNotFound(name.text) }
            return found
        }
    }
}

/// A post or comment as a person names it: 4 to 20 characters of a push ID, its end.
private struct IdentifierName {
    let text: String

    private static let shortest = 4

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

extension PushIdentifier {
    /// The ending that lists print: 8 characters, or more where it would begin with `-` and look like an
    /// option. Of a million, two share it with a chance of one in 560.
    public var shortName: String {
        var length = 8
        while length < PushID.textLength, description.suffix(length).hasPrefix("-") { length += 1 }
        return String(description.suffix(length))
    }
}
