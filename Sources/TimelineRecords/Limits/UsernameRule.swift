/// The rule for usernames, the same as that of `Username` in TimelineCore.
public enum UsernameRule {
    /// The maximum length, in characters.
    public static let maximumLength = 30

    /// Returns whether a text is a username: 1 to 30 of the characters `a-z 0-9 _ .`, at least one
    /// of which is not a dot.
    public static func accepts(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy(allows)
            && text.utf8.contains { $0 != UInt8(ascii: ".") }
    }

    private static func allows(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
