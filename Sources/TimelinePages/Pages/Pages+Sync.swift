import TimelineCore

extension Pages {
    /// Returns the page that creates an invitation, or shows the new invitation.
    ///
    /// - Parameters:
    ///   - invitation: The new invitation, or `nil` to show only the form.
    ///   - address: The address in the form.
    ///   - faults: The reasons why no invitation was created.
    /// - Returns: The page.
    package func invite(
        _ invitation: InvitationModel? = nil,
        address: String = "",
        faults: [FormError] = []
    ) -> HTML {
        let layout = Layout(
            title: SyncPageText.invite,
            name: "narrow",
            section: .you,
            back: .settings
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: SyncPageText.invite)
            if let invitation { show(invitation, into: &html) }
            html.form(sending: .invite, in: context, class: "fields") { html in
                html.faultNote(faults)
                if invitation == nil {
                    html.element("p", .class("soft"), text: SyncPageText.explanation)
                }
                html.field(
                    Input(
                        field: .address,
                        label: SyncPageText.address,
                        value: address,
                        hint: SyncPageText.addressHint,
                        note: SyncPageText.optional,
                        completion: "off",
                        limit: 255,
                        faults: faults
                    )
                )
                if invitation == nil {
                    html.element("button", .class("button", "main"), text: SyncPageText.create)
                } else {
                    html.element(
                        "button",
                        .class("button", "plain"),
                        text: SyncPageText.createAnother
                    )
                }
            }
        }
    }

    private func show(_ invitation: InvitationModel, into html: inout HTML) {
        let date = TimeText.exact(context.local(invitation.expiresAt))
        html.element("section", .class("invitation"), Attribute("role", "status")) { html in
            html.element("p", text: SyncPageText.ready(until: date))
            if let code = QRCode(invitation.page ?? invitation.link) {
                html.qrCode(code, label: SyncPageText.code)
            }
            html.element(
                "button",
                .class("button", "plain", "script-only"),
                Attribute("type", "button"),
                Attribute("data-do", "copy-invitation"),
                text: SyncPageText.copy
            )
            if let page = invitation.page {
                html.element("p", text: SyncPageText.open)
                html.element("code", .class("long"), Attribute("id", "page"), text: page)
            }
            html.element("p", text: SyncPageText.follow)
            html.element(
                "code",
                .class("long"),
                Attribute("id", "invitation"),
                Attribute("data-link", text: invitation.link),
                text: SyncPageText.followCommand(invitation.link)
            )
            html.element(
                "p",
                .class("soft"),
                text: invitation.hasAddress
                    ? SyncPageText.withAddress : SyncPageText.withoutAddress
            )
        }
    }

    /// Writes the settings section with the state of sync.
    func sync(_ model: SyncModel, into html: inout HTML) {
        for reminder in model.reminders {
            html.element("div", .class("note")) { html in
                html.icon(.warning)
                html.element("p") { html in html.sentence(reminder) }
            }
        }
        if model.peers.isEmpty {
            html.element("p", text: SyncPageText.noPeers)
        } else {
            html.element("ul", .class("sessions"), Attribute("role", "list")) { html in
                for peer in model.peers {
                    html.element("li") { html in
                        html.element("div") { html in
                            html.element("b", .autoDirection, text: peer.title)
                            html.element("span", .class("hint"), text: peer.state)
                        }
                        if let place = peer.place { forget(place, into: &html) }
                    }
                }
            }
        }
        for sentence in model.sentences {
            html.element("p") { html in html.sentence(sentence) }
        }
        html.element("div", .class("buttons")) { html in
            html.element(
                "a",
                .class("button", "plain"),
                .href(links(.invite)),
                text: SyncPageText.inviteMore
            )
            html.element(
                "a",
                .class("button", "plain"),
                .href(links(.followLink)),
                text: DevicesText.follow
            )
        }
    }

    private func forget(_ place: String, into html: inout HTML) {
        html.form(sending: .forgetPlace, in: context, class: "end-session") { html in
            html.hidden(.address, value: place)
            html.element(
                "button",
                .class("button", "plain", "low"),
                .label(SyncPageText.forget(place)),
                text: SyncPageText.forget
            )
        }
    }

    /// Writes the users that the viewer has muted or blocked, each with a button to unmute or
    /// unblock them.
    func restricted(_ model: SettingsModel, into html: inout HTML) {
        html.element("ul", .class("sessions"), Attribute("role", "list")) { html in
            for user in model.muted {
                restricted(
                    user,
                    SyncPageText.muted,
                    ending: .unmute(user.username),
                    PeoplePageText.unmute(user.username),
                    into: &html
                )
            }
            for user in model.blocked {
                restricted(
                    user,
                    SyncPageText.blocked,
                    ending: .unblock(user.username),
                    PeoplePageText.unblock(user.username),
                    into: &html
                )
            }
        }
    }

    private func restricted(
        _ user: User,
        _ state: String,
        ending action: Action,
        _ label: String,
        into html: inout HTML
    ) {
        html.element("li") { html in
            html.element("div") { html in
                html.element("b", .autoDirection) { html in html.username(user.username) }
                html.element("span", .class("hint"), text: state)
            }
            html.form(sending: action, in: context, class: "end-session", returns: true) { html in
                html.element("button", .class("button", "plain", "low"), text: label)
            }
        }
    }
}

extension HTML {
    /// Writes a sentence, formatting the parts between grave accents as code.
    mutating func sentence(_ text: String) {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !part.isEmpty {
            if index.isMultiple(of: 2) {
                self.text(String(part))
            } else {
                element("code", text: String(part))
            }
        }
    }
}
