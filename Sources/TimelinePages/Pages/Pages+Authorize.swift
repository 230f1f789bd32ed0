package import TimelineCore

/// What an app asks of a user.
package struct AuthorizationModel: Sendable {
    /// The name that the app has given itself.
    package let app: String
    /// The address of the app's website, as it has given it.
    package let website: String?
    /// The address to which the user is sent back, or `nil` if the page shows a code.
    package let target: String?
    /// The names of the scopes.
    package let scopes: [String]
    /// The user.
    package let user: User
    /// The fields of the request, which the form repeats.
    package let fields: [(FormField, String)]

    /// The value of ``FormField/decision`` that lets the app act for the user.
    package static let allow = "allow"
    /// The fields of a request.
    package static let requestFields: [FormField] = [
        .clientID, .redirectURI, .responseType, .scope, .state, .codeChallenge,
        .codeChallengeMethod,
    ]

    /// Creates a model.
    package init(
        app: String,
        website: String?,
        target: String?,
        scopes: [String],
        user: User,
        fields: [(FormField, String)]
    ) {
        self.app = app
        self.website = website
        self.target = target
        self.scopes = scopes
        self.user = user
        self.fields = fields
    }

    /// What the app could do, in words.
    var permissions: [String] {
        let reads = scopes.contains { $0.hasPrefix("read") || $0 == "profile" }
        var permissions = reads ? [AppText.reads(whole: scopes.contains("read"))] : []
        if scopes.contains("write") {
            permissions.append(AppText.writes)
        } else {
            permissions += scopes.filter { $0.hasPrefix("write:") }.sorted().map(AppText.writes)
        }
        if scopes.contains("write") || scopes.contains("follow") {
            permissions.append(AppText.follows)
        }
        return permissions
    }
}

/// The reason why an app that asks for access must be refused; its name in RFC 6749, section
/// 4.1.2.1.
package enum AuthorizationFault: String, Sendable {
    /// The app wants an answer of a kind that it cannot have.
    case responseType = "unsupported_response_type"
    /// The app wants scopes that do not exist, or that it has not registered.
    case scope = "invalid_scope"
    /// The challenge of the app (RFC 7636) has another form than `S256`.
    case challenge = "invalid_request"

    fileprivate var sentence: String {
        switch self {
        case .responseType: AppText.wrongAnswer
        case .scope: AppText.wrongScope
        case .challenge: AppText.wrongChallenge
        }
    }
}

extension Pages {
    /// Returns the page on which a user lets an app act for them.
    package func authorize(_ model: AuthorizationModel) -> HTML {
        door(AppText.title(model.app), nil) { html in
            html.element("p") { html in
                html.text(AppText.as + " ")
                html.element("b", text: "@\(model.user.username)")
            }
            html.element("ul", .class("permissions")) { html in
                for permission in model.permissions { html.element("li", text: permission) }
                html.element("li", text: AppText.never)
            }
            html.element("p", .class("soft"), text: AppText.unverified)
            if let website = model.website {
                html.element("p", .class("soft"), text: AppText.website(website))
            }
            html.element("p", .class("soft"), text: AppText.target(model.target))
            html.form(sending: .authorize, in: context, class: "fields") { html in
                for (field, value) in model.fields { html.hidden(field, value: value) }
                html.element(
                    "button",
                    .class("button", "main", "full"),
                    Attribute("name", text: FormField.decision.rawValue),
                    Attribute("value", text: AuthorizationModel.allow),
                    text: AppText.allow
                )
                html.element(
                    "button",
                    .class("button", "plain", "full"),
                    Attribute("name", text: FormField.decision.rawValue),
                    Attribute("value", "deny"),
                    text: AppText.deny
                )
            }
            html.form(sending: .logOut, in: context, class: "other-door") { html in
                html.hidden(.next, value: context.path)
                html.element("button", .class("button", "plain", "full"), text: AppText.otherUser)
            }
        }
    }

    /// Returns the page that says why an app cannot be let in.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - app: The name that the app has given itself.
    ///   - back: The address that tells the app, to which only the user goes, or `nil`.
    /// - Returns: The page.
    package func authorizationRefused(
        _ fault: AuthorizationFault,
        for app: String,
        back: Link?
    ) -> HTML {
        door(AppText.refusedTitle(app), nil) { html in
            html.element("p", text: fault.sentence)
            html.element("p", .class("soft"), text: AppText.refused(fault.rawValue))
            guard let back else { return }
            html.element("p", .class("soft"), text: AppText.unverified)
            html.element(
                "a",
                .class("button", "plain", "full"),
                .href(back),
                Attribute("rel", "noreferrer"),
                text: AppText.back(app)
            )
        }
    }

    /// Returns the page with the code that a user copies into an app.
    package func authorizationCode(_ code: String, for app: String) -> HTML {
        door(AppText.codeTitle, nil) { html in
            html.element("p", text: AppText.codeHint(app))
            html.element("p") { html in
                html.element("code", Attribute("id", "code"), .class("long"), text: code)
            }
        }
    }
}
