import TimelineCore

extension Pages {
    /// Returns the page for editing the viewer's profile.
    ///
    /// - Parameters:
    ///   - values: The values to restore in the form after a fault, or `nil` to show those of the
    ///     profile.
    ///   - faults: The reasons why nothing was saved.
    /// - Returns: The page.
    package func editProfile(values: FormValues? = nil, faults: [FormError] = []) -> HTML {
        let viewer = context.viewer
        let values =
            values ?? [
                .username: viewer?.username ?? "", .name: viewer?.displayName ?? "",
                .bio: viewer?.bio ?? "", .url: viewer?.url ?? "",
            ]
        let layout = Layout(
            title: PeoplePageText.edit,
            name: "narrow",
            section: .you,
            back: viewer.map { .profile($0.username) } ?? .home()
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: PeoplePageText.edit)
            html.form(sending: .editProfile, in: context, class: "fields", isMultipart: true) {
                html in
                html.faultNote(faults)
                avatarField(faults: faults, into: &html)
                html.field(.username(values, faults: faults))
                html.field(
                    Input(
                        field: .name,
                        label: PeoplePageText.name,
                        value: values[.name] ?? "",
                        note: PeoplePageText.optional,
                        completion: "name",
                        limit: TextField.displayName.limit,
                        faults: faults
                    )
                )
                html.field(.bio(values, lines: 4, faults: faults))
                html.field(.url(values, limit: TextField.url.limit, faults: faults))
                html.element("button", .class("button", "main"), text: PeoplePageText.save)
            }
        }
    }

    private func avatarField(faults: [FormError], into html: inout HTML) {
        html.element("div", .class("field", "avatar-field")) { html in
            if let viewer = context.viewer { html.avatar(of: viewer, with: links, size: "large") }
            html.element("div") { html in
                html.element("label", Attribute("for", "photo"), text: PeoplePageText.avatar)
                html.void(
                    "input",
                    Attribute("id", "photo"),
                    Attribute("type", "file"),
                    Attribute("name", text: FormField.photo.rawValue),
                    .acceptsPictures
                )
                if let fault = faults.first(where: { $0.field == .photo }) {
                    html.element("p", .class("fault"), Attribute("role", "alert")) { html in
                        html.icon(.warning)
                        html.element("span", text: fault.message)
                    }
                }
                if context.viewer?.avatar != nil {
                    html.element("label", .class("check")) { html in
                        html.void(
                            "input",
                            Attribute("type", "checkbox"),
                            Attribute("name", text: FormField.removePhoto.rawValue)
                        )
                        html.text(PeoplePageText.removeAvatar)
                    }
                }
            }
        }
    }
}

/// The fields that the sign-up page and the profile editor have in common.
extension Input {
    /// Returns the field for the username.
    static func username(
        _ values: FormValues,
        isFocused: Bool = false,
        faults: [FormError]
    ) -> Input {
        Input(
            field: .username,
            label: PeoplePageText.username,
            value: values[.username] ?? "",
            hint: PeoplePageText.usernameHint,
            completion: "nickname",
            limit: 31,
            isRequired: true,
            isFocused: isFocused,
            faults: faults
        )
    }

    /// Returns the field for the bio, which is `lines` lines high.
    static func bio(_ values: FormValues, lines: Int, faults: [FormError]) -> Input {
        Input(
            field: .bio,
            label: PeoplePageText.bio,
            kind: .lines(lines),
            value: values[.bio] ?? "",
            note: PeoplePageText.optional,
            limit: TextField.bio.limit,
            faults: faults
        )
    }

    /// Returns the field for the address of the user's website.
    static func url(_ values: FormValues, limit: Int? = nil, faults: [FormError]) -> Input {
        Input(
            field: .url,
            label: PeoplePageText.url,
            kind: .url,
            value: values[.url] ?? "",
            note: PeoplePageText.optional,
            completion: "url",
            limit: limit,
            faults: faults
        )
    }

    /// Returns the field for the present password.
    static func password(
        _ label: String,
        faults: [FormError] = [],
        suffix: String? = nil
    ) -> Input {
        Input(
            field: .password,
            label: label,
            kind: .password,
            completion: "current-password",
            isRequired: true,
            suffix: suffix,
            faults: faults
        )
    }

    /// Returns the field for a password that the user chooses.
    static func newPassword(
        _ label: String,
        as field: FormField,
        faults: [FormError]
    ) -> Input {
        Input(
            field: field,
            label: label,
            kind: .password,
            hint: LoginText.passwordHint,
            completion: "new-password",
            isRequired: true,
            faults: faults
        )
    }
}
