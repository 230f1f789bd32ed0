import TimelineCore

extension HTML {
    /// Writes a user's text, with links for its tags and mentions.
    mutating func userText(_ text: String, _ links: PageLinks) {
        var scanner = EntityScanner(text)
        var position = text.startIndex
        while let entity = scanner.next() {
            switch entity {
            case .tag(let tag, let range):
                self.text(String(text[position..<range.lowerBound]))
                element("a", .href(links(.tag(tag))), .autoDirection, text: String(text[range]))
                position = range.upperBound
            case .mention(let name, let range):
                self.text(String(text[position..<range.lowerBound]))
                element(
                    "a",
                    .href(links(.profile(name))),
                    Attribute("dir", "ltr"),
                    text: String(text[range])
                )
                position = range.upperBound
            }
        }
        self.text(String(text[position...]))
    }
}
