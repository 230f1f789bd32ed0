extension HTML {
    /// Writes a button and the menu that it opens.
    mutating func menu(
        _ identifier: String,
        label: String,
        isPlain: Bool = false,
        content: (inout HTML) -> Void
    ) {
        element("div", .class("menu-space")) { html in
            html.element(
                "button",
                .class(isPlain ? "button" : "icon-button", isPlain ? "plain" : nil, "menu-button"),
                Attribute("type", "button"),
                Attribute("popovertarget", text: identifier),
                .label(label)
            ) { html in html.icon(.more) }
            html.element(
                "div",
                .class("menu"),
                Attribute("popover"),
                Attribute("id", text: identifier),
                content: content
            )
        }
    }

    /// Writes a menu row that links to a page.
    mutating func menuRow(
        _ text: String,
        icon: Icon,
        to link: Link,
        attributes: (Attribute, Attribute) = (
            Attribute("data-a", text: nil), Attribute("data-b", text: nil)
        ),
        isDestructive: Bool = false
    ) {
        element(
            "a",
            .class("menu-row", isDestructive ? "destructive" : nil),
            .href(link),
            attributes.0,
            attributes.1
        ) { html in
            html.icon(icon)
            html.element("span", text: text)
        }
    }

    /// Writes a menu row for an action of the script.
    ///
    /// Without the script, the row is hidden.
    mutating func menuAction(_ text: String, icon: Icon, action: StaticString) {
        element(
            "button",
            .class("menu-row", "script-only"),
            Attribute("type", "button"),
            Attribute("data-do", action)
        ) { html in
            html.icon(icon)
            html.element("span", text: text)
        }
    }
}
