extension Pages {
    /// Returns the login page.
    ///
    /// - Parameters:
    ///   - values: The texts to restore in the form after a fault.
    ///   - faults: The reasons why the previous attempt failed.
    ///   - next: The path to open after the login.
    ///   - note: A note about the end of the previous session, or `nil`.
    /// - Returns: The page.
    package func logIn(
        values: FormValues = [:],
        faults: [FormError] = [],
        next: String? = nil,
        note: LoginNote? = nil
    ) -> HTML {
        door(LoginText.logIn, .logIn) { html in
            if let note, faults.isEmpty {
                html.element("p", .class("note"), Attribute("role", "status")) { html in
                    html.element("span") { html in html.sentence(note.text) }
                }
            }
            html.form(sending: .logIn, in: context, class: "fields") { html in
                html.faultNote(faults)
                if let next { html.hidden(.next, value: next) }
                html.field(
                    Input(
                        field: .email,
                        label: LoginText.email,
                        kind: .email,
                        value: values[.email] ?? "",
                        completion: "username",
                        isRequired: true,
                        isFocused: faults.isEmpty,
                        faults: faults
                    )
                )
                html.field(.password(LoginText.password, faults: faults))
                html.element("button", .class("button", "main", "full"), text: LoginText.logIn)
            }
            guard context.allowsSignUp else { return }
            html.element("p", .class("soft", "other-door")) { html in
                html.text(LoginText.newHere + " ")
                html.element("a", .href(links(.signUp)), text: LoginText.signUp)
            }
        }
    }

    /// Returns the sign-up page.
    ///
    /// - Parameters:
    ///   - values: The texts to restore in the form after a fault.
    ///   - faults: The reasons why the previous attempt failed.
    /// - Returns: The page.
    package func signUp(values: FormValues = [:], faults: [FormError] = []) -> HTML {
        door(LoginText.signUp, .signUp) { html in
            html.form(sending: .signUp, in: context, class: "fields") { html in
                html.faultNote(faults)
                html.field(.username(values, isFocused: faults.isEmpty, faults: faults))
                html.field(
                    Input(
                        field: .email,
                        label: LoginText.email,
                        kind: .email,
                        value: values[.email] ?? "",
                        hint: LoginText.emailHint,
                        completion: "username",
                        isRequired: true,
                        faults: faults
                    )
                )
                html.field(.newPassword(LoginText.password, as: .password, faults: faults))
                html.field(.bio(values, lines: 2, faults: faults))
                html.field(.url(values, faults: faults))
                html.element("button", .class("button", "main", "full"), text: LoginText.signUp)
            }
            html.element("p", .class("soft", "other-door")) { html in
                html.text(LoginText.haveAccount + " ")
                html.element("a", .href(links(.logIn())), text: LoginText.logIn)
            }
            html.element("p", .class("soft")) { html in
                html.text(LoginText.elsewhere + " ")
                html.element("a", .href(links(.join)), text: LoginText.join)
            }
        }
    }

    /// Returns the page for bringing an identity from another device.
    ///
    /// - Parameter faults: The reasons why the previous attempt failed.
    /// - Returns: The page.
    package func join(faults: [FormError] = []) -> HTML {
        door(LoginText.join, nil) { html in
            html.element("p", .class("soft"), text: LoginText.joinHint)
            html.form(sending: .join, in: context, class: "fields", isMultipart: true) { html in
                html.faultNote(faults)
                html.fileField(
                    .identity,
                    label: LoginText.file,
                    hint: LoginText.fileHint,
                    faults: faults
                )
                html.field(
                    Input(
                        field: .code,
                        label: LoginText.code,
                        hint: LoginText.codeHint,
                        completion: "off",
                        limit: 40,
                        faults: faults
                    )
                )
                html.field(.password(LoginText.password, faults: faults))
                html.element("button", .class("button", "main", "full"), text: LoginText.joinButton)
            }
            html.element("p", .class("soft", "other-door")) { html in
                html.text(LoginText.newHere + " ")
                html.element("a", .href(links(.signUp)), text: LoginText.signUp)
            }
        }
    }

    func door(
        _ title: String,
        _ section: Layout.Section?,
        content: (inout HTML) -> Void
    ) -> HTML {
        let layout = Layout(title: title, name: "door", section: section)
        return layout.page(in: context) { html in
            html.element("div", .class("door-picture")) { html in
                html.element("div", .class("door-square"), .hidden, content: { _ in })
                html.element("p", .class("sentence"), text: LoginText.sentence)
                html.element("p", .class("promise"), text: LoginText.promise)
            }
            html.element("div", .class("door-form")) { html in
                html.element("h1", .class("title"), text: title)
                content(&html)
            }
        }
    }
}

/// A note on the login page about the end of the previous session.
///
/// The raw value is that of the query parameter ``parameter``.
package enum LoginNote: String, Sendable {
    /// The session has ended, for example because it was revoked.
    case ended
    /// The visitor has deleted their account.
    case deleted
    /// The visitor has deleted their account, which other devices do not know yet.
    case unsynced

    /// The name of the query parameter.
    package static let parameter = "note"

    /// The sentences of the note, with commands between grave accents.
    var text: String {
        switch self {
        case .ended: LoginText.ended
        case .deleted: LoginText.deleted
        case .unsynced: LoginText.deleted + " " + LoginText.passOnDeletion
        }
    }
}
