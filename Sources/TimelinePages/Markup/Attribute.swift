/// An attribute of an HTML element.
///
/// Attribute names are string literals in the source code. Addresses are passed as ``Link`` values,
/// so that a user's text never becomes an address without a check.
package struct Attribute: Sendable {
    let name: StaticString
    let value: Value

    enum Value: Sendable {
        case absent
        case present
        case literal(StaticString)
        case tokens(StaticString, StaticString?, StaticString?)
        case text(String)
        case number(Int)
    }

    /// Creates an attribute with a string literal as its value.
    package init(_ name: StaticString, _ value: StaticString) {
        self.init(name: name, value: .literal(value))
    }

    /// Creates an attribute with a text value, which is escaped.
    ///
    /// If the text is `nil`, the attribute is omitted.
    package init(_ name: StaticString, text: String?) {
        self.init(name: name, value: text.map { .text($0) } ?? .absent)
    }

    /// Creates an attribute with an integer.
    ///
    /// If it is `nil`, the attribute is omitted.
    package init(_ name: StaticString, number: Int?) {
        self.init(name: name, value: number.map { .number($0) } ?? .absent)
    }

    /// Creates an attribute without a value, such as `required`.
    ///
    /// If `isPresent` is `false`, the attribute is omitted.
    package init(_ name: StaticString, if isPresent: Bool = true) {
        self.init(name: name, value: isPresent ? .present : .absent)
    }

    private init(name: StaticString, value: Value) {
        self.name = name
        self.value = value
    }

    /// Returns a `class` attribute with up to three classes.
    package static func `class`(
        _ first: StaticString,
        _ second: StaticString? = nil,
        _ third: StaticString? = nil
    ) -> Attribute {
        Attribute(name: "class", value: .tokens(first, second, third))
    }

    /// Returns an `href` attribute, which is omitted if the link is `nil`.
    package static func href(_ link: Link?) -> Attribute { Attribute("href", text: link?.text) }

    /// Returns a `src` attribute with the address of a picture or script.
    package static func src(_ link: Link) -> Attribute { Attribute("src", text: link.text) }

    /// The `rel` attribute of links to users' own websites.
    package static let stranger = Attribute(
        name: "rel",
        value: .tokens("nofollow", "noopener", nil)
    )

    /// Returns an `action` attribute with the address to which a form is submitted.
    package static func action(_ link: Link) -> Attribute { Attribute("action", text: link.text) }

    /// Returns an `aria-label` attribute, which names an element that has no suitable visible text.
    package static func label(_ text: String?) -> Attribute { Attribute("aria-label", text: text) }

    /// The attribute that sets an element's writing direction by its first strong character, and
    /// isolates the element from the surrounding text.
    package static let autoDirection = Attribute("dir", "auto")

    /// The attribute that hides decoration from assistive technology.
    package static let hidden = Attribute("aria-hidden", "true")
}
