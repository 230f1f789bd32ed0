/// Texts that the script shows.
///
/// It replaces each `{}` with a value.
enum ScriptText {
    /// The texts, with the names by which the script refers to them.
    static let words: [(name: String, text: String)] = [
        ("loading", "Loading older posts"),
        ("olderFailed", "Older posts could not be loaded."),
        ("retry", "Try again"),
        ("likeFailed", "Your like was not saved."),
        ("sending", "Sending…"),
        ("notSent", "Not sent."),
        ("copied", "Link copied."),
        ("offline", "The server is not responding. This page is from {}."),
        ("failed", "Nothing was posted."),
        ("kept", "Your text is still here."),
        ("noAnswer", "The server is not responding."),
        ("dropOne", "Drop to add 1 photo"),
        ("drop", "Drop to add {} photos"),
        ("describe", "Describe photo {} of {}"),
        ("alt", "alt ✓"),
        ("noAlt", "no alt"),
        ("progress", "Sending {} of {}… {}%"),
        ("tooLarge", "Photo {} is {} MB; the limit is 64 MB. Remove it or choose a smaller one."),
        ("tooMany", "A post has up to 10 photos; the rest were left out."),
        ("noPictures", "Files that are not pictures were left out."),
        ("position", "The browser did not share your position. Type the place instead."),
        ("noPosition", "The browser shares your position only over HTTPS. Type the place instead."),
        ("located", "Position added."),
        ("show", "Show"),
        ("hide", "Hide"),
        ("newPost", "1 new post"),
        ("newPosts", "{} new posts"),
        ("manyPosts", "99+ new posts"),
        ("likeNone", "Like, no likes"),
        ("likeOne", "Like, 1 like"),
        ("like", "Like, {} likes"),
        ("step", "{} of {}"),
        ("photo", "Photo {} of {}"),
        ("deleted", "This post was deleted."),
        ("discard", "Discard"),
        ("draft", "Your draft is still here."),
        ("save", "Save"),
        ("close", "Close"),
        ("keys", "Keyboard shortcuts"),
        ("remove", "Remove"),
        ("saved", "Saved."),
        ("noComments", "No comments yet."),
        ("comments1", "1 comment"),
        ("comments", "{} comments"),
    ]

    /// The keyboard shortcuts, with their explanations.
    static let keys: [(name: String, text: String)] = [
        ("j k", "Next and previous photo"), ("← →", "Photos of a post"), ("l", "Like or unlike"),
        ("c", "Comment"), ("o Enter", "Open"), ("Esc", "Back, close"), ("f", "Full size"),
        (".", "New posts"), ("n", "New post"), ("/", "Search"), ("g h", "Home"),
        ("g e", "Explore"), ("g a", "Activity"), ("g p", "Profile"), ("?", "This list"),
    ]

    /// The texts as a JavaScript object literal.
    static var literal: String {
        let words = words.map { "\($0.name):\"\($0.text)\"" }.joined(separator: ",")
        let keys = keys.map { "[\"\($0.name)\",\"\($0.text)\"]" }.joined(separator: ",")
        return "{\(words),list:[\(keys)]}"
    }
}
