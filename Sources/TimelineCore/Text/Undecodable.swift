extension PushID {
    /// Describes a text that is not a push ID, for developers.
    static func undecodable(_ text: String) -> String { "\(text) is not a push ID" }
}

extension BlobID {
    /// Describes a text that is not a blob ID, for developers.
    static func undecodable(_ text: String) -> String { "\(text) is not a SHA-256" }
}

extension Change.Action {
    /// Describes an object that is not an action, for developers.
    static let undecodable = "an action has one member, which this version knows"
}
