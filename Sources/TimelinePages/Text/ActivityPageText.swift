/// Texts about activity: likes, comments, mentions and followers.
enum ActivityPageText {
    static let title = "Activity"
    static let empty = "Quiet so far. Likes, comments and new followers show up here."
    static let older = "Older activity"
    static func others(_ count: Int) -> String {
        count == 1 ? " and 1 other" : " and \(count) others"
    }
    static func likes(_ count: Int) -> String {
        count == 1 ? " likes your photo " : " like your photo "
    }
    static let wrote = " wrote "
    static let mentioned = " mentioned you: "
    static func follows(_ count: Int) -> String { count == 1 ? " follows you " : " follow you " }
    static func quote(_ text: String) -> String { "“\(text)”" }
    static let new = "New"
}
