import TimelineCore

extension HTML {
    /// Writes the HTML of a user's text, in which tags and mentions are links.
    mutating func userText(_ text: String, with links: PageLinks) {
        var scanner = EntityScanner(text)
        var position = text.startIndex
        while let entity = scanner.next() {
            switch entity {
            case .tag(let tag, _) where !links.hasPage(tag): continue
            case .tag(let tag, let range):
                self.text(String(text[position..<range.lowerBound]))
                element("a", .href(links(.tag(tag))), .autoDirection, text: String(text[range]))
                position = range.upperBound
            case .mention(let name, _) where !links.hasProfile(name): continue
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
