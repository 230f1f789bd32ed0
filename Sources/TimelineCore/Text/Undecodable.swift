extension PushID {
    /// Describes a text that is not a push ID, for developers.
    static func undecodable(_ text: String) -> String { "\(text) is not a push ID" }
}

extension BlobID {
    /// Describes a text that is not a blob ID, for developers.
    static func undecodable(_ text: String) -> String { "\(text) is not a SHA-256" }
}
