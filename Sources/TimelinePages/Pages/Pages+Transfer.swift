import TimelineCore

extension Pages {
    /// Returns the page that shows the progress or the outcome of an import.
    ///
    /// - Parameters:
    ///   - state: The state of the viewer's import.
    ///   - faults: The reasons why an upload was rejected.
    /// - Returns: The page.
    public func importing(_ state: TransferState, faults: [FormFault] = []) -> HTML {
        let layout = Layout(
            title: TransferText.pageTitle,
            name: "split",
            section: .you,
            back: .settings
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: TransferText.pageTitle)
            html.setting(TransferText.title, hint: TransferText.hint) { html in
                html.state(state, in: context)
                if case .running = state { return }
                html.archiveField(faults, in: context)
                html.element("p") { html in
                    html.element(
                        "a",
                        .href(links(.settings)),
                        text: TransferText.back
                    )
                }
            }
        }
    }
}

extension HTML {
    /// Writes the section of the settings with the buttons for import and export.
    mutating func transfer(in context: PageContext) {
        archiveField([], in: context)
        element("p", text: TransferText.export)
        form(sending: .exportArchive, in: context, class: "export") { html in
            html.element("button", .class("button", "plain"), text: TransferText.exportButton)
        }
    }

    /// Writes the form that uploads an archive.
    fileprivate mutating func archiveField(_ faults: [FormFault], in context: PageContext) {
        let name = FormField.archive.rawValue
        let hint = "\(name)-hint"
        form(sending: .importArchive, in: context, class: "fields", isMultipart: true) { html in
            html.faultNote(faults)
            html.element("div", .class("field")) { html in
                html.element("label", Attribute("for", text: name), text: TransferText.archive)
                html.void(
                    "input",
                    Attribute("id", text: name),
                    Attribute("name", text: name),
                    Attribute("type", "file"),
                    Attribute("accept", ".zip,.gz,.tgz,.tar"),
                    Attribute("required"),
                    Attribute("aria-describedby", text: hint)
                )
                html.element("p", .class("hint"), Attribute("id", text: hint)) { html in
                    html.text(TransferText.archiveHint + " ")
                    html.element("code", text: TransferText.importCommand)
                }
            }
            html.element("button", .class("button", "main"), text: TransferText.importButton)
        }
        element("p", .class("soft"), text: TransferText.safe)
    }

    /// Writes the state of an import.
    fileprivate mutating func state(_ state: TransferState, in context: PageContext) {
        switch state {
        case .idle: break
        case .running(let done, let total):
            element("p", Attribute("role", "status")) { html in
                html.text(TransferText.running(done: done, total: total) + " ")
                html.text(TransferText.stays)
            }
            element(
                "a",
                .class("button", "plain"),
                .href(context.links(.importArchive)),
                text: TransferText.refresh
            )
        case .finished(let summary):
            element("div", Attribute("role", "status")) { html in
                for sentence in summary.sentences { html.element("p", text: sentence) }
            }
            guard !summary.details.isEmpty else { return }
            element("h3", text: TransferText.details)
            element("ul", .class("findings")) { html in
                for detail in summary.details { html.element("li", text: detail) }
            }
        case .failed(let reason):
            faultNote([FormFault(nil, reason)], title: TransferText.failed)
        }
    }
}
