import TimelineCore

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

    /// Writes a menu row for an action that the script performs.
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

    /// Writes a menu row that submits a form and returns to the current page.
    mutating func menuForm(
        _ text: String,
        icon: Icon,
        sending action: Action,
        in context: PageContext
    ) {
        form(sending: action, in: context, class: "menu-form", returns: true) { html in
            html.element("button", .class("menu-row")) { html in
                html.icon(icon)
                html.element("span", text: text)
            }
        }
    }

    /// Writes the menu rows that mute, unmute, block or unblock a user.
    mutating func menuRows(
        muting user: User,
        _ restrictions: UserRestrictions,
        in context: PageContext
    ) {
        let name = user.username
        if let isMuted = restrictions.isMuted {
            menuForm(
                isMuted ? PeoplePageText.unmute(name) : PeoplePageText.mute(name),
                icon: .mute,
                sending: isMuted ? .unmute(name) : .mute(name),
                in: context
            )
        }
        if let isBlocked = restrictions.isBlocked {
            menuForm(
                isBlocked ? PeoplePageText.unblock(name) : PeoplePageText.block(name),
                icon: .block,
                sending: isBlocked ? .unblock(name) : .block(name),
                in: context
            )
        }
    }
}
