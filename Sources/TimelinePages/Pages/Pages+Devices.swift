import Foundation
import TimelineCore

extension Pages {
    /// Returns the page for syncing, and for the user's devices and identity.
    ///
    /// - Parameters:
    ///   - model: The values to show.
    ///   - faults: The reasons why a form was rejected.
    ///   - form: The form that was rejected.
    ///   - values: The texts to restore in the form of a device.
    /// - Returns: The page.
    package func devices(
        _ model: DevicesModel,
        faults: [FormError] = [],
        of form: DeviceForm? = nil,
        values: FormValues = [:]
    ) -> HTML {
        let layout = Layout(
            title: DevicesText.title,
            name: "split",
            section: .you,
            back: .settings
        )
        let own = { (other: DeviceForm) in form == other ? faults : [] }
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: DevicesText.title)
            html.setting(DevicesText.sync, hint: DevicesText.syncHint) { html in
                run(model.run, hasPlaces: model.sync.hasPlaces, into: &html)
                sync(model.sync, into: &html)
                html.form(sending: .sync, in: context, class: "fields") { html in
                    html.field(
                        Input(
                            field: .address,
                            label: DevicesText.address,
                            hint: DevicesText.addressHint,
                            completion: "off",
                            limit: 255,
                            isRequired: true,
                            faults: own(.sync)
                        )
                    )
                    html.element("button", .class("button", "plain"), text: DevicesText.addAddress)
                }
            }
            html.setting(DevicesText.devices, hint: DevicesText.devicesHint) { html in
                html.element("ul", .class("devices"), Attribute("role", "list")) { html in
                    for device in model.devices {
                        let isMeant = values[.device] == device.id
                        html.element("li", .class("device")) { html in
                            html.element("b", .autoDirection, text: device.title)
                            html.element("p", .class("hint"), text: state(of: device))
                            guard device.revokedAt == nil else { return }
                            rename(
                                device,
                                to: isMeant && form == .name ? values[.name] : nil,
                                faults: isMeant ? own(.name) : [],
                                into: &html
                            )
                            if !device.isThis {
                                revoke(device, faults: isMeant ? own(.revoke) : [], into: &html)
                            }
                        }
                    }
                }
            }
            html.setting(DevicesText.pair, hint: DevicesText.pairHint) { html in
                secretForm(.pairDevice, DevicesText.pairButton, own(.pair), into: &html) { html in
                    html.field(
                        Input(
                            field: .name,
                            label: DevicesText.name,
                            note: ComposerText.optional,
                            completion: "off",
                            limit: 60,
                            faults: own(.pair)
                        )
                    )
                }
            }
            html.setting(DevicesText.identity, hint: DevicesText.identityHint) { html in
                secretForm(.exportIdentity, DevicesText.identityButton, own(.identity), into: &html)
            }
        }
    }

    /// Writes the button that syncs, and the progress or the outcome of the last sync.
    private func run(_ run: SyncRun, hasPlaces: Bool, into html: inout HTML) {
        guard hasPlaces || run != .none else { return }
        switch run {
        case .running(let done, let total):
            // The script updates the progress, and replaces it with the outcome.
            html.element("div", .class("outcome"), Attribute("role", "status")) { _ in }
            html.element("div", .class("import", "running")) { html in
                html.element("p", text: DevicesText.running(done: done, total: total))
                html.element("div", .class("progress")) { html in
                    html.element(
                        "progress",
                        Attribute("value", number: done),
                        Attribute("max", number: max(1, total)),
                        .label(DevicesText.sync),
                        text: ""
                    )
                }
                html.element(
                    "a",
                    .class("button", "plain"),
                    .href(links(.devices)),
                    text: TransferText.refresh
                )
            }
        case .none, .finished:
            html.element("div", .class("outcome"), Attribute("role", "status")) { html in
                if case .finished(let outcomes, let date) = run {
                    outcome(of: outcomes, at: date, into: &html)
                }
            }
            html.element("div", .class("import")) { html in
                guard hasPlaces else { return }
                html.form(sending: .sync, in: context, class: "sync-now") { html in
                    html.element("button", .class("button", "main"), text: DevicesText.syncNow)
                }
            }
        }
    }

    private func outcome(of outcomes: [SyncRun.Outcome], at date: Date, into html: inout HTML) {
        html.element("p") { html in
            html.text(DevicesText.synced + " ")
            html.time(date, in: context)
            html.text(":")
        }
        html.element("ul", .class("sessions"), Attribute("role", "list")) { html in
            for outcome in outcomes {
                html.element("li") { html in
                    html.element("div") { html in
                        html.element("b", .autoDirection, text: outcome.place)
                        html.element("span", .class("hint", outcome.isFailure ? "failure" : nil)) {
                            $0.sentence(outcome.sentence)
                        }
                    }
                }
            }
        }
    }

    private func state(of device: DevicesModel.Device) -> String {
        let day = { (date: Date) in TimeText.fullDate(context.local(date)) }
        if let date = device.revokedAt { return DevicesText.revoked(day(date)) }
        let isUnknown = TimeText.isUnknown(device.addedAt)
        return [
            isUnknown ? nil : DevicesText.added(day(device.addedAt)),
            device.isThis ? DevicesText.this : nil,
        ]
        .compactMap(\.self).joined(separator: " ")
    }

    /// Writes the form that names a device, which is open after a fault.
    private func rename(
        _ device: DevicesModel.Device,
        to name: String?,
        faults: [FormError],
        into html: inout HTML
    ) {
        html.element("details", Attribute("open", if: !faults.isEmpty)) { html in
            html.element("summary", text: DevicesText.rename)
            html.form(sending: .nameDevice, in: context, class: "fields") { html in
                html.faultNote(faults)
                html.hidden(.device, value: device.id)
                html.field(
                    Input(
                        field: .name,
                        label: DevicesText.name,
                        value: name ?? device.name ?? "",
                        completion: "off",
                        limit: 60,
                        suffix: device.id,
                        faults: faults
                    )
                )
                html.element("button", .class("button", "plain", "low"), text: PeoplePageText.save)
            }
        }
    }

    /// Writes the form that revokes a device, which is open after a fault.
    private func revoke(
        _ device: DevicesModel.Device,
        faults: [FormError],
        into html: inout HTML
    ) {
        html.element("details", Attribute("open", if: !faults.isEmpty)) { html in
            html.element("summary", text: DevicesText.revoke)
            html.form(sending: .revokeDevice, in: context, class: "fields") { html in
                html.faultNote(faults)
                html.element("p", text: DevicesText.revokeWarning)
                html.hidden(.device, value: device.id)
                html.hiddenUsername(in: context)
                html.field(.password(LoginText.password, faults: faults, suffix: device.id))
                html.element("button", .class("button", "fatal"), text: DevicesText.revokeButton)
            }
        }
    }

    /// Writes a form that needs the password.
    private func secretForm(
        _ action: Action,
        _ verb: String,
        _ faults: [FormError],
        into html: inout HTML,
        fields: (inout HTML) -> Void = { _ in }
    ) {
        html.form(sending: action, in: context, class: "fields") { html in
            html.faultNote(faults)
            fields(&html)
            html.hiddenUsername(in: context)
            html.field(
                .password(
                    LoginText.password,
                    faults: faults,
                    suffix: action == .pairDevice ? "pair" : "identity"
                )
            )
            html.element("button", .class("button", "plain"), text: verb)
        }
    }

    /// Returns the page with the file and the code for a new device.
    ///
    /// The link contains the file, so that the server keeps neither.
    package func paired(_ model: PairingModel) -> HTML {
        let layout = Layout(
            title: DevicesText.pair,
            name: "narrow",
            section: .you,
            back: .devices
        )
        let file = Link(
            path: "data:application/octet-stream;base64," + model.file.base64EncodedString()
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: DevicesText.pair)
            html.element("section", .class("invitation"), Attribute("role", "status")) { html in
                html.element("p", text: DevicesText.pairFile)
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(file),
                    Attribute("download", "timeline-device"),
                    text: DevicesText.download
                )
                html.element("p", text: DevicesText.pairCommand)
                html.element("code", .class("long"), text: DevicesText.pairFrom)
                html.element("p", text: DevicesText.pairCode)
                html.element("code", .class("long", "pairing-code"), text: model.code)
                html.element("p", .class("soft"), text: DevicesText.pairOnce)
            }
        }
    }

    /// Returns the page for accepting an invitation.
    ///
    /// The script fills in the link in the fragment of the address, which browsers never send.
    ///
    /// - Parameters:
    ///   - link: The link to restore in the form after a fault.
    ///   - faults: The reasons why it was rejected.
    /// - Returns: The page.
    package func followLink(_ link: String = "", faults: [FormError] = []) -> HTML {
        let layout = Layout(
            title: DevicesText.accept,
            name: "narrow",
            section: .you,
            back: .devices
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: DevicesText.accept)
            html.form(sending: .followLink, in: context, class: "fields") { html in
                html.element("p", .class("soft"), text: DevicesText.acceptHint)
                html.faultNote(faults)
                html.field(
                    Input(
                        field: .link,
                        label: DevicesText.link,
                        kind: .lines(4),
                        value: link,
                        hint: DevicesText.linkHint,
                        isRequired: true,
                        faults: faults
                    )
                )
                html.element("button", .class("button", "main"), text: DevicesText.acceptButton)
            }
        }
    }

    /// Returns the page to which the QR code of an invitation leads, also for guests.
    ///
    /// The invitation is in the fragment of the address, which browsers never send, so neither the
    /// server nor its log learns it. The script shows it.
    package func invitation() -> HTML {
        let layout = Layout(title: DevicesText.invitation, name: "narrow")
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: DevicesText.invitation)
            html.element("section", .class("invitation")) { html in
                html.element("p", text: DevicesText.invited)
                // The box has its size before the script shows the link.
                html.element(
                    "code",
                    .class("long", "offered"),
                    Attribute("id", "invitation"),
                    Attribute("tabindex", "0"),
                    text: DevicesText.invitedWithoutScript
                )
                html.element(
                    "button",
                    .class("button", "plain", "script-only"),
                    Attribute("type", "button"),
                    Attribute("data-do", "copy-invitation"),
                    text: SyncPageText.copy
                )
                html.element("p", text: DevicesText.invitedHere)
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(
                        context.viewer == nil
                            ? Link(web: DevicesText.ownServer) : links(.followLink)
                    ),
                    Attribute("id", "accept"),
                    text: DevicesText.accept
                )
                html.element("p", .class("soft")) { $0.sentence(DevicesText.invitedElsewhere) }
            }
        }
    }
}

extension DevicesModel.Device {
    /// The name, or the first digits of the ID.
    fileprivate var title: String { name ?? DevicesText.unnamed(String(id.prefix(8))) }
}
