import TimelineCore

extension Pages {
    /// Returns the settings page.
    ///
    /// - Parameters:
    ///   - model: The values to show.
    ///   - faults: The reasons why a change was rejected.
    /// - Returns: The page.
    package func settings(_ model: SettingsModel, faults: [FormError] = []) -> HTML {
        let layout = Layout(
            title: SettingsText.title,
            name: "split",
            section: .you,
            back: context.viewer.map { .profile($0.username) } ?? .home()
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: SettingsText.title)
            html.setting(SettingsText.appearance, hint: SettingsText.appearanceHint) { html in
                appearance(into: &html)
                // The script shows the note if it applies.
                html.element(
                    "p",
                    .class("note", "insecure"),
                    Attribute("hidden"),
                    text: SettingsText.insecure
                )
            }
            html.setting(SettingsText.password, hint: SettingsText.passwordHint) { html in
                password(of: model, faults: faults, into: &html)
            }
            html.setting(SettingsText.sessions, hint: SettingsText.sessionsHint) { html in
                sessions(of: model, into: &html)
            }
            html.setting(SyncPageText.title, hint: SyncPageText.hint) { html in
                sync(model.sync, into: &html)
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(links(.devices)),
                    text: DevicesText.title
                )
            }
            if !model.muted.isEmpty || !model.blocked.isEmpty {
                html.setting(SyncPageText.restricted, hint: SyncPageText.restrictedHint) { html in
                    restricted(model, into: &html)
                }
            }
            html.setting(SettingsText.data, hint: SettingsText.dataHint) { html in
                data(of: model, into: &html)
            }
            html.setting(TransferText.title, hint: TransferText.hint) { html in
                html.transfer(model.transfer, in: context)
            }
            html.setting(SettingsText.delete, hint: SettingsText.deleteHint) { html in
                html.element(
                    "a",
                    .class("button", "destructive"),
                    .href(links(.deleteAccount)),
                    Attribute("data-dialog"),
                    text: SettingsText.deleteButton
                )
            }
        }
    }

    private func appearance(into html: inout HTML) {
        html.form(sending: .setAppearance, in: context, class: "appearance") { html in
            html.element("fieldset", .class("choice")) { html in
                html.element("legend", .class("out-of-sight"), text: SettingsText.appearance)
                for theme in Theme.allCases {
                    html.element("label") { html in
                        html.void(
                            "input",
                            Attribute("type", "radio"),
                            Attribute("name", text: FormField.theme.rawValue),
                            Attribute("value", text: theme.rawValue),
                            Attribute("checked", if: theme == context.theme)
                        )
                        html.element("span", text: SettingsText.theme(theme))
                    }
                }
            }
            html.element("label", .class("check", "shortcuts")) { html in
                html.void(
                    "input",
                    Attribute("type", "checkbox"),
                    Attribute("name", text: FormField.shortcuts.rawValue),
                    Attribute("checked", if: context.hasShortcuts)
                )
                html.element("span") { html in
                    html.text(SettingsText.shortcuts)
                    html.element("span", .class("hint"), text: SettingsText.shortcutsHint)
                }
            }
            html.element("button", .class("button", "plain"), text: SettingsText.save)
        }
    }

    private func password(of model: SettingsModel, faults: [FormError], into html: inout HTML) {
        html.form(sending: .changePassword, in: context, class: "fields") { html in
            html.faultNote(faults)
            html.void(
                "input",
                .class("out-of-sight"),
                Attribute("type", "text"),
                Attribute("value", text: model.email),
                Attribute("autocomplete", "username"),
                .label(LoginText.email),
                Attribute("readonly"),
                Attribute("tabindex", "-1")
            )
            html.field(.password(SettingsText.currentPassword, faults: faults))
            html.field(.newPassword(SettingsText.newPassword, as: .newPassword, faults: faults))
            html.element("button", .class("button", "main"), text: SettingsText.changePassword)
        }
    }

    private func sessions(of model: SettingsModel, into html: inout HTML) {
        let today = context.today
        html.element("ul", .class("sessions"), Attribute("role", "list")) { html in
            for session in model.sessions {
                html.element("li") { html in
                    html.element("div") { html in
                        html.element("b", text: session.label)
                        if let scopes = session.scopes {
                            html.element("span", .class("hint"), text: SettingsText.app(scopes))
                        }
                        html.element(
                            "span",
                            .class("hint"),
                            text: session.id == model.current
                                ? SettingsText.thisSession(
                                    since: TimeText.date(
                                        context.local(session.createdAt),
                                        today: today
                                    )
                                )
                                : SettingsText.lastUsed(
                                    TimeText.relative(
                                        session.lastUsedAt,
                                        context.local(session.lastUsedAt),
                                        now: context.now,
                                        today: context.today
                                    )
                                )
                        )
                    }
                    if session.id != model.current {
                        html.form(sending: .endSessions, in: context, class: "end-session") {
                            html in
                            html.hidden(.session, value: session.id.hexadecimal)
                            html.element(
                                "button",
                                .class("button", "plain", "low"),
                                .label("\(SettingsText.endSession): \(session.label)"),
                                text: SettingsText.endSession
                            )
                        }
                    }
                }
            }
        }
        if model.sessions.count > 1 {
            html.form(sending: .endSessions, in: context, class: "end-session") { html in
                html.hidden(.session, value: "others")
                html.element("button", .class("button", "plain"), text: SettingsText.endOthers)
            }
        }
    }

    private func data(of model: SettingsModel, into html: inout HTML) {
        let summary = model.summary
        html.element("p") { html in
            html.text(SettingsText.amount(summary))
            if summary.photoCount > 0 {
                html.text(" \(SettingsText.size(summary.photoByteCount))")
            }
        }
        html.element("p") { html in
            html.text(SettingsText.backup + " ")
            html.element("code", text: SettingsText.backupCommand)
        }
        html.element("p") { html in
            html.text(SettingsText.export + " ")
            html.element("code", text: SettingsText.exportCommand)
        }
    }
}

extension HTML {
    /// Writes a section of the settings.
    mutating func setting(
        _ title: String,
        hint: String,
        content: (inout HTML) -> Void
    ) {
        element("section", .class("setting")) { html in
            html.element("div", .class("setting-head")) { html in
                html.element("h2", text: title)
                html.element("p", .class("soft"), text: hint)
            }
            html.element("div", .class("setting-body"), content: content)
        }
    }
}
