import TimelineCore

extension Pages {
    /// Returns the page that shows the progress or the outcome of an import.
    ///
    /// - Parameters:
    ///   - state: The state of the viewer's import.
    ///   - faults: The reasons why an upload was rejected.
    /// - Returns: The page.
    package func importing(_ state: TransferState, faults: [FormError] = []) -> HTML {
        let layout = Layout(
            title: TransferText.pageTitle,
            name: "split",
            section: .you,
            back: .settings
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: TransferText.pageTitle)
            html.setting(TransferText.title, hint: TransferText.hint) { html in
                html.outcome(of: state)
                html.importing(state, in: context) { html in
                    html.findings(of: state)
                    html.archiveField(faults, in: context)
                }
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
    mutating func transfer(_ state: TransferState, in context: PageContext) {
        outcome(of: nil)
        importing(state, in: context) { html in
            html.archiveField([], in: context)
            guard state != .idle else { return }
            html.element("p") { html in
                html.element(
                    "a",
                    .href(context.links(.importArchive)),
                    text: TransferText.lastImport
                )
            }
        }
        element("p", text: TransferText.export)
        form(sending: .exportArchive, in: context, class: "fields") { html in
            html.check(
                .includesOriginals,
                label: TransferText.originals,
                hint: TransferText.originalsHint
            )
            html.check(
                .leavesOutLostPictures,
                label: TransferText.leaveOutLost,
                hint: TransferText.leaveOutLostHint
            )
            html.element("button", .class("button", "plain"), text: TransferText.exportButton)
        }
    }

    /// Writes the progress of a running import, which the script updates, or else the given
    /// content.
    fileprivate mutating func importing(
        _ state: TransferState,
        in context: PageContext,
        otherwise content: (inout HTML) -> Void
    ) {
        guard case .running(let done, let total) = state else {
            return element("div", .class("import"), content: content)
        }
        element("div", .class("import", "running")) { html in
            html.element(
                "p",
                text: TransferText.running(done: done, total: total) + " " + TransferText.stays
            )
            html.element("div", .class("progress")) { html in
                html.element(
                    "progress",
                    Attribute("value", number: done),
                    Attribute("max", number: max(1, total)),
                    .label(TransferText.progress),
                    text: ""
                )
            }
            html.element(
                "a",
                .class("button", "plain"),
                .href(context.links(.importArchive)),
                text: TransferText.refresh
            )
        }
    }

    /// Writes the form that uploads an archive.
    fileprivate mutating func archiveField(_ faults: [FormError], in context: PageContext) {
        let name = FormField.archive.rawValue
        let (hint, firebase) = ("\(name)-hint", "\(name)-firebase")
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
                    Attribute("aria-describedby", text: "\(hint) \(firebase)")
                )
                html.element("p", .class("hint"), Attribute("id", text: hint)) { html in
                    html.text(TransferText.archiveHint + " ")
                    html.element("code", text: TransferText.importCommand)
                }
                html.element("p", .class("hint"), Attribute("id", text: firebase)) { html in
                    html.text(TransferText.firebaseHint + " ")
                    html.element("code", text: TransferText.firebaseCommand)
                }
            }
            html.check(.includesPlaces, label: TransferText.places, hint: TransferText.placesHint)
            html.element("button", .class("button", "main"), text: TransferText.importButton)
        }
        element("p", .class("soft"), text: TransferText.safe)
    }

    /// Writes the outcome of the last import, or an empty region in which the script shows it.
    ///
    /// Screen readers reserve changes of the region.
    fileprivate mutating func outcome(of state: TransferState?) {
        let sentences =
            switch state {
            case nil, .running, .failed: [String]()
            case .idle: [TransferText.idle]
            case .interrupted: [TransferText.interrupted]
            case .finished(let summary): summary.sentences
            }
        element("div", .class("outcome"), Attribute("role", "status")) { html in
            for sentence in sentences { html.element("p", text: sentence) }
        }
    }

    /// Writes the reason why the last import has failed, or the entries that were not imported.
    fileprivate mutating func findings(of state: TransferState) {
        switch state {
        case .idle, .running, .interrupted: break
        case .finished(let summary):
            tallies(of: summary)
            findings(of: summary)
        case .failed(let reason):
            faultNote([FormError(nil, reason)], title: TransferText.failed)
        }
    }

    /// Writes the numbers of entries, with a column for each kind and a row for each outcome.
    private mutating func tallies(of summary: TransferSummary) {
        guard !summary.tallies.isEmpty else { return }
        let rows: [(String, KeyPath<TransferSummary.Tally, Int>)] = [
            (TransferText.imported, \.imported), (TransferText.present, \.alreadyPresent),
            (TransferText.notSupported, \.notSupported), (TransferText.rejected, \.rejected),
        ]
        element("table", .class("report")) { html in
            html.element("caption", .class("out-of-sight"), text: TransferText.tallies)
            html.element("thead") { html in
                html.element("tr") { html in
                    html.element("td", text: "")
                    for tally in summary.tallies {
                        html.element("th", Attribute("scope", "col"), text: tally.kind)
                    }
                }
            }
            html.element("tbody") { html in
                for (outcome, number) in rows
                where number == \.imported
                    || summary.tallies.contains(where: { $0[keyPath: number] > 0 })
                {
                    html.element("tr") { html in
                        html.element("th", Attribute("scope", "row"), text: outcome)
                        for tally in summary.tallies {
                            html.element("td", text: groupedDigits(of: tally[keyPath: number]))
                        }
                    }
                }
            }
        }
    }

    /// Writes what was not imported or was changed, with a row for each reason.
    private mutating func findings(of summary: TransferSummary) {
        guard !summary.findings.isEmpty else { return }
        element("h3", text: TransferText.details)
        element("table", .class("report", "findings")) { html in
            html.element("thead") { html in
                html.element("tr") { html in
                    html.element("th", Attribute("scope", "col"), text: TransferText.reason)
                    html.element("th", Attribute("scope", "col"), text: TransferText.number)
                }
            }
            html.element("tbody") { html in
                for finding in summary.findings {
                    html.element("tr") { html in
                        html.element("td") { html in
                            html.element("p", .autoDirection, text: finding.reason)
                            html.places(of: finding)
                        }
                        html.element("td", text: groupedDigits(of: finding.count))
                    }
                }
            }
        }
        if summary.restCount > 0 {
            element("p", .class("soft"), text: TransferText.more(summary.restCount))
        }
    }

    /// Writes where in the archive a finding was made: one place, or a list that opens.
    private mutating func places(of finding: TransferSummary.Finding) {
        guard finding.places.count > 1 else {
            for place in finding.places { element("code", .autoDirection, text: place) }
            return
        }
        element("details") { html in
            html.element("summary", text: TransferText.places(finding.count))
            html.element("ul") { html in
                for place in finding.places {
                    html.element("li") { html in
                        html.element("code", .autoDirection, text: place)
                    }
                }
                if finding.count > finding.places.count {
                    let rest = finding.count - finding.places.count
                    html.element("li", text: TransferText.more(rest))
                }
            }
        }
    }
}
