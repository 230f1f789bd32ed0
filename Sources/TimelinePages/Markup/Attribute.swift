/// An attribute of an HTML element.
///
/// Names are literals of the program. Addresses are ``Link`` values, so no text of a user becomes
/// an address unchecked.
public struct Attribute: Sendable {
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

    /// Creates an attribute with a literal value.
    public init(_ name: StaticString, _ value: StaticString) {
        self.init(name: name, value: .literal(value))
    }

    /// Creates an attribute whose text is escaped; `nil` omits it.
    public init(_ name: StaticString, text: String?) {
        self.init(name: name, value: text.map { .text($0) } ?? .absent)
    }

    /// Creates an attribute with a whole number; `nil` omits it.
    public init(_ name: StaticString, number: Int?) {
        self.init(name: name, value: number.map { .number($0) } ?? .absent)
    }

    /// Creates an attribute without a value, such as `required`; `false` omits it.
    public init(_ name: StaticString, if isPresent: Bool = true) {
        self.init(name: name, value: isPresent ? .present : .absent)
    }

    private init(name: StaticString, value: Value) {
        self.name = name
        self.value = value
    }

    /// Up to three classes.
    public static func `class`(
        _ first: StaticString,
        _ second: StaticString? = nil,
        _ third: StaticString? = nil
    ) -> Attribute {
        Attribute(name: "class", value: .tokens(first, second, third))
    }

    /// An address; `nil` omits the attribute.
    public static func href(_ link: Link?) -> Attribute { Attribute("href", text: link?.text) }

    /// The address of a picture or script.
    public static func src(_ link: Link) -> Attribute { Attribute("src", text: link.text) }

    /// The relations of a link to a stranger's page.
    public static let stranger = Attribute(
        name: "rel",
        value: .tokens("nofollow", "noopener", nil)
    )

    /// The address to which a form is sent.
    public static func action(_ link: Link) -> Attribute { Attribute("action", text: link.text) }

    /// The accessible name of an element whose content has none.
    public static func label(_ text: String?) -> Attribute { Attribute("aria-label", text: text) }

    /// Writing direction by the first strong character; isolates a user's text from its
    /// surroundings.
    public static let autoDirection = Attribute("dir", "auto")

    /// Hides decoration from assistive technology.
    public static let hidden = Attribute("aria-hidden", "true")
}
