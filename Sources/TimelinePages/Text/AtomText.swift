/// The fixed parts of an Atom feed (RFC 4287).
enum AtomText {
    static func start(updated: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <title>\(BarText.name)</title>
        <id>urn:timeline:feed</id>
        <updated>\(updated)</updated>
        <link rel="alternate" href="index.html"/>

        """
    }

    static let end = "</feed>\n"

    /// Returns an entry, whose values are escaped.
    static func entry(
        _ title: String,
        id: String,
        updated: String,
        author: String,
        link: String,
        content: String
    ) -> String {
        """
        <entry>
        <title>\(title)</title>
        <id>urn:timeline:post:\(id)</id>
        <updated>\(updated)</updated>
        <author><name>\(author)</name></author>
        <link rel="alternate" href="\(link)"/>
        <content type="html">\(content)</content>
        </entry>

        """
    }
}
