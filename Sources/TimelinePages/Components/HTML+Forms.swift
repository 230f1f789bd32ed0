import TimelineCore

extension HTML {
    /// Writes a form that is submitted with `POST` and contains the form token.
    ///
    /// If `returns` is `true`, the form also contains the path of the current page, to which the
    /// browser returns after submitting it.
    mutating func form(
        sending action: Action,
        in context: PageContext,
        class name: StaticString,
        isMultipart: Bool = false,
        returns: Bool = false,
        content: (inout HTML) -> Void
    ) {
        element(
            "form",
            .class(name),
            Attribute("method", "post"),
            .action(context.links(sending: action)),
            isMultipart
                ? Attribute("enctype", "multipart/form-data") : Attribute("enctype", text: nil)
        ) { html in
            html.hidden(.token, value: context.token)
            if returns { html.hidden(.next, value: context.path) }
            content(&html)
        }
    }

    /// Writes a hidden field.
    mutating func hidden(_ field: FormField, value: String) {
        void(
            "input",
            Attribute("type", "hidden"),
            Attribute("name", text: field.rawValue),
            Attribute("value", text: value)
        )
    }

    /// Writes a field with its label and with any fault and hint.
    mutating func field(_ input: Input) {
        let fault = input.faults.first { $0.field == input.field }
        element("div", .class("field", fault == nil ? nil : "wrong")) { html in
            html.element("div", .class("field-head")) { html in
                html.element(
                    "label",
                    Attribute("for", text: input.id),
                    text: input.label
                )
                if let note = input.note { html.element("span", .class("hint"), text: note) }
            }
            html.element("div", .class("field-box")) { html in
                html.control(input, isWrong: fault != nil)
                if input.kind == .password {
                    html.element(
                        "button",
                        .class("show"),
                        Attribute("type", "button"),
                        Attribute("aria-pressed", "false"),
                        Attribute("hidden"),
                        text: LoginText.show
                    )
                }
            }
            if let fault {
                html.element(
                    "p",
                    .class("fault"),
                    Attribute("id", text: "\(input.id)-fault")
                ) { html in
                    html.icon(.warning)
                    html.element("span", text: fault.message)
                }
            }
            if let hint = input.hint {
                html.element(
                    "p",
                    .class("hint"),
                    Attribute("id", text: "\(input.id)-hint"),
                    text: hint
                )
            }
        }
    }

    /// Writes the texts that the browser offers while the visitor types.
    private mutating func suggestions(_ texts: [String], for field: FormField) {
        element("datalist", Attribute("id", text: "\(field.rawValue)-list")) { html in
            for text in texts { html.void("option", Attribute("value", text: text)) }
        }
    }

    private mutating func control(_ input: Input, isWrong: Bool) {
        let name = input.field.rawValue
        let descriptions = [
            isWrong ? "\(input.id)-fault" : nil, input.hint.map { _ in "\(input.id)-hint" },
        ]
        .compactMap(\.self).joined(separator: " ")
        let described = Attribute(
            "aria-describedby",
            text: descriptions.isEmpty ? nil : descriptions
        )
        if case .lines(let count) = input.kind {
            element(
                "textarea",
                Attribute("id", text: input.id),
                Attribute("name", text: name),
                Attribute("rows", number: count),
                Attribute("maxlength", number: input.limit),
                .autoDirection,
                described,
                Attribute("aria-invalid", text: isWrong ? "true" : nil),
                Attribute("autofocus", if: isWrong)
            ) { html in
                // Browsers ignore a line break directly after the start tag (HTML,
                // section 13.1.2.5). Writing one here preserves a line break at the start of the
                // text.
                html.text("\n" + input.value)
            }
            return
        }
        void(
            "input",
            Attribute("id", text: input.id),
            Attribute("name", text: name),
            Attribute("type", input.kind.type),
            Attribute("value", text: input.kind == .password ? nil : input.value),
            Attribute("autocomplete", text: input.completion),
            Attribute("maxlength", number: input.limit),
            Attribute("required", if: input.isRequired),
            described,
            Attribute("aria-invalid", text: isWrong ? "true" : nil),
            Attribute("autofocus", if: input.isFocused || isWrong),
            Attribute("list", text: input.suggestions.isEmpty ? nil : "\(name)-list")
        )
        if !input.suggestions.isEmpty { suggestions(input.suggestions, for: input.field) }
    }

    /// Writes a note with the faults that concern the whole form, if there are any.
    mutating func faultNote(_ faults: [FormError], title: String? = nil) {
        let general = faults.filter { $0.field == nil }
        guard !general.isEmpty else { return }
        element("div", .class("note", "bad"), Attribute("role", "alert")) { html in
            html.icon(.warning)
            html.element("div") { html in
                if let title { html.element("b", text: title) }
                for fault in general { html.element("p", text: fault.message) }
            }
        }
    }

    /// Writes a field for one file.
    mutating func fileField(
        _ field: FormField,
        label: String,
        hint: String,
        faults: [FormError]
    ) {
        let (name, fault) = (field.rawValue, faults.first { $0.field == field })
        let described = [fault.map { _ in "\(name)-fault" }, "\(name)-hint"].compactMap(\.self)
        element("div", .class("field", fault == nil ? nil : "wrong")) { html in
            html.element("label", Attribute("for", text: name), text: label)
            html.void(
                "input",
                Attribute("id", text: name),
                Attribute("name", text: name),
                Attribute("type", "file"),
                Attribute("required"),
                Attribute("aria-describedby", text: described.joined(separator: " "))
            )
            if let fault {
                html.element("p", .class("fault"), Attribute("id", text: "\(name)-fault")) {
                    $0.icon(.warning)
                    $0.element("span", text: fault.message)
                }
            }
            html.element("p", .class("hint"), Attribute("id", text: "\(name)-hint"), text: hint)
        }
    }

    /// Writes the username into a form that asks for the password, for password managers.
    mutating func hiddenUsername(in context: PageContext) {
        void(
            "input",
            Attribute("type", "text"),
            Attribute("value", text: context.viewer?.username),
            Attribute("autocomplete", "username"),
            Attribute("hidden")
        )
    }

    /// Writes a checkbox with a hint.
    mutating func check(
        _ field: FormField,
        label: String,
        hint: String,
        isChecked: Bool = false
    ) {
        element("label", .class("check")) { html in
            html.void(
                "input",
                Attribute("type", "checkbox"),
                Attribute("name", text: field.rawValue),
                Attribute("checked", if: isChecked)
            )
            html.element("span") { html in
                html.text(label)
                html.element("span", .class("hint"), text: hint)
            }
        }
    }

    /// Writes the button with which the script fills in the position of the device.
    mutating func locateButton(_ text: String) {
        element(
            "button",
            .class("button", "plain", "script-only"),
            Attribute("type", "button"),
            Attribute("data-do", "locate")
        ) { html in
            html.icon(.place)
            html.element("span", text: text)
        }
    }
}

/// The appearance and contents of a form field.
struct Input {
    /// The kind of control.
    enum Kind: Equatable {
        case text, email, password, url, date, time
        case lines(Int)

        var type: StaticString {
            switch self {
            case .text, .lines: "text"
            case .email: "email"
            case .password: "password"
            case .url: "url"
            case .date: "date"
            case .time: "time"
            }
        }
    }

    let field: FormField
    let label: String
    /// The ID of the control.
    var id: String { suffix.map { "\(field.rawValue)-\($0)" } ?? field.rawValue }
    var kind = Kind.text
    var value = ""
    var hint: String?
    var note: String?
    var completion: String?
    var limit: Int?
    var isRequired = false
    var isFocused = false
    var suggestions: [String] = []
    /// What distinguishes the ID of the control from those of the same field in other forms.
    var suffix: String?
    var faults: [FormError] = []
}

/// A reason why a form was rejected, shown next to the field that caused it.
package struct FormError: Hashable, Sendable {
    /// The field that caused the fault, or `nil` if the fault concerns the whole form.
    package let field: FormField?
    /// A full sentence for the user, such as the description of a `TimelineError`.
    package let message: String

    /// Creates a fault.
    package init(_ field: FormField?, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// The values to restore in a form after a fault, by field.
///
/// Passwords are never filled in.
package typealias FormValues = [FormField: String]
