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
        ("bookmarkFailed", "Your bookmark was not saved."),
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
        ("alt", "Described"),
        ("noAlt", "Not described"),
        ("damaged", "Damaged"),
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

/// The fixed parts of an Atom feed (RFC 4287).
enum AtomText {
    /// The media type of feeds.
    static let mediaType: StaticString = "application/atom+xml"

    /// Returns the start of a feed, whose values are escaped.
    static func start(
        _ title: String,
        id: String,
        updated: String,
        page: String,
        address: String?
    ) -> String {
        let own = address.map { "<link rel=\"self\" href=\"\($0)\"/>\n" } ?? ""
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>\(title)</title>
            <id>urn:timeline:\(id)</id>
            <updated>\(updated)</updated>
            <link rel="alternate" type="text/html" href="\(page)"/>
            \(own)
            """
    }

    static let end = "</feed>\n"

    /// Returns an entry, whose values are escaped.
    static func entry(
        _ title: String,
        id: String,
        published: String,
        updated: String,
        author: String,
        link: String,
        content: String
    ) -> String {
        """
        <entry>
        <title>\(title)</title>
        <id>urn:timeline:post:\(id)</id>
        <published>\(published)</published>
        <updated>\(updated)</updated>
        <author><name>\(author)</name></author>
        <link rel="alternate" href="\(link)"/>
        <content type="html">\(content)</content>
        </entry>

        """
    }
}
