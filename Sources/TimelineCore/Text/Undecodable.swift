extension PushID {
    /// Returns a message for developers about a string that is not a push ID.
    static func undecodable(_ text: String) -> String { "\(text) is not a push ID" }
}

extension BlobID {
    /// Returns a message for developers about a string that is not a blob ID.
    static func undecodable(_ text: String) -> String { "\(text) is not a SHA-256" }
}
