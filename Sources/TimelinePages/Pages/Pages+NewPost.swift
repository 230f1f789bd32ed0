package import TimelineCore

extension Pages {
    /// Returns the page for composing a new post.
    ///
    /// - Parameters:
    ///   - values: The texts to restore in the form after a fault.
    ///   - faults: The reasons why nothing was posted.
    /// - Returns: The page.
    package func newPost(values: FormValues = [:], faults: [FormError] = []) -> HTML {
        let layout = Layout(
            title: ComposerText.title,
            name: "hung",
            section: .post,
            back: .home()
        )
        return layout.page(in: context) { html in
            html.form(
                sending: .newPost,
                in: context,
                class: "composer",
                isMultipart: true
            ) { html in
                html.element("div", .class("prints", "composer-photos")) { html in
                    dropZone(into: &html)
                }
                html.element("div", .class("label", "fields")) { html in
                    html.element("h1", .class("title"), text: ComposerText.title)
                    html.element("div", .class("composer-faults")) { html in
                        html.faultNote(
                            faults.isEmpty
                                ? []
                                : faults.map(\.withoutPhoto) + [FormError(nil, ComposerText.kept)],
                            title: ComposerText.failed
                        )
                    }
                    html.element("div", .class("composer-draft"), content: { _ in })
                    privacyNote(into: &html)
                    altField("", number: 1, of: 1, into: &html)
                    textFields(values, faults: faults, into: &html)
                    html.check(
                        .placeFromPhoto,
                        label: ComposerText.placeFromPhoto,
                        hint: ComposerText.placeFromPhotoHint,
                        isChecked: values[.placeFromPhoto] != nil
                    )
                    dateFields(values, faults: faults, into: &html)
                    html.check(
                        .dateFromPhoto,
                        label: ComposerText.dateFromPhoto,
                        hint: ComposerText.dateFromPhotoHint,
                        isChecked: values[.dateFromPhoto] != nil
                    )
                    html.element(
                        "button",
                        .class("button", "main", "full"),
                        text: ComposerText.post
                    )
                }
            }
        }
    }

    /// Returns the page for editing a post's caption, place and photo descriptions.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - values: The texts to restore in the form after a fault. The post's own texts are shown
    ///     for all other fields.
    ///   - alts: The photo descriptions to restore after a fault, in the order of the photos.
    ///   - faults: The reasons why nothing was saved.
    /// - Returns: The page.
    package func editPost(
        _ post: PostView,
        values: FormValues = [:],
        alts: [String] = [],
        faults: [FormError] = []
    ) -> HTML {
        let layout = Layout(title: ComposerText.editTitle, name: "hung", back: .post(post.id))
        let saved: FormValues = [
            .caption: post.caption,
            .place: post.place?.name ?? "",
            .position: post.place?.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? "",
        ]
        let values = saved.merging(values) { _, typed in typed }
        return layout.page(in: context) { html in
            html.form(sending: .editPost(post.id), in: context, class: "post", isMultipart: false) {
                html in
                html.photos(of: post, in: context, opening: .post(post.id), isFirst: true)
                html.element("div", .class("label", "fields")) { html in
                    html.element("h1", .class("title"), text: ComposerText.editTitle)
                    html.faultNote(faults)
                    for (index, photo) in post.photos.enumerated() {
                        altField(
                            alts.indices.contains(index) ? alts[index] : photo.alt ?? "",
                            number: index + 1,
                            of: post.photos.count,
                            into: &html
                        )
                    }
                    textFields(values, faults: faults, into: &html)
                    html.element(
                        "button",
                        .class("button", "main", "full"),
                        text: ComposerText.save
                    )
                }
            }
        }
    }

    private func dateFields(_ values: FormValues, faults: [FormError], into html: inout HTML) {
        html.element("div", .class("date-fields")) { html in
            html.field(
                Input(
                    field: .date,
                    label: ComposerText.date,
                    kind: .date,
                    value: values[.date] ?? "",
                    hint: ComposerText.dateHint,
                    note: ComposerText.optional,
                    faults: faults
                )
            )
            html.field(
                Input(
                    field: .time,
                    label: ComposerText.time,
                    kind: .time,
                    value: values[.time] ?? "",
                    note: ComposerText.optional,
                    faults: faults
                )
            )
        }
    }

    private func privacyNote(into html: inout HTML) {
        html.element("div", .class("note", "private")) { html in
            html.icon(.lock)
            html.element("div") { html in
                html.element("b", text: PrivacyText.title)
                html.element("p", text: PrivacyText.text)
            }
        }
    }

    private func dropZone(into html: inout HTML) {
        html.element("div", .class("drop-zone")) { html in
            html.element("div", .class("drop-words")) { html in
                html.icon(.photo)
                html.element("b", .class("drop-title"), text: ComposerText.dropTitle)
                html.element("p", .class("hint"), text: ComposerText.dropHint)
                html.element(
                    "label",
                    .class("button", "main", "choose"),
                    Attribute("for", "photos")
                ) { html in html.text(ComposerText.choose) }
                html.void(
                    "input",
                    .class("photos-input"),
                    Attribute("id", "photos"),
                    Attribute("type", "file"),
                    Attribute("name", text: FormField.photo.rawValue),
                    .acceptsPictures,
                    Attribute("multiple"),
                    Attribute("required")
                )
            }
        }
        html.element("div", .class("stage"), Attribute("hidden"), content: { _ in })
        html.element("div", .class("progress"), Attribute("hidden")) { html in
            html.element(
                "progress",
                Attribute("max", "100"),
                Attribute("value", "0"),
                .label(ComposerText.photos),
                content: { _ in }
            )
        }
        html.element(
            "div",
            .class("strip"),
            Attribute("role", "group"),
            .label(ComposerText.photos),
            Attribute("hidden")
        ) { html in
            html.element(
                "label",
                .class("strip-add"),
                Attribute("for", "photos"),
                .label(ComposerText.add)
            ) { html in
                html.icon(.post)
                html.element("span", .class("out-of-sight"), text: ComposerText.add)
            }
        }
    }

    private func altField(_ value: String, number: Int, of count: Int, into html: inout HTML) {
        let identifier = "alt-\(number)"
        html.element("div", .class("field", "alt-field")) { html in
            html.element(
                "label",
                Attribute("for", text: identifier),
                text: ComposerText.describe(number, of: count)
            )
            html.element(
                "textarea",
                Attribute("id", text: identifier),
                Attribute("name", text: FormField.alt.rawValue),
                Attribute("rows", "3"),
                Attribute("maxlength", number: TextField.alt.limit),
                Attribute("data-count", number: TextField.alt.limit),
                Attribute("aria-describedby", text: "\(identifier)-hint"),
                .autoDirection,
                text: value
            )
            html.element("div", .class("field-foot")) { html in
                html.element(
                    "p",
                    .class("hint"),
                    Attribute("id", text: "\(identifier)-hint"),
                    text: ComposerText.altHint
                )
                html.element(
                    "span",
                    .class("hint", "counter", "script-only"),
                    .hidden,
                    text: "\(value.count) / \(groupedDigits(of: TextField.alt.limit))"
                )
            }
        }
    }

    private func textFields(_ values: FormValues, faults: [FormError], into html: inout HTML) {
        html.field(
            Input(
                field: .caption,
                label: ComposerText.caption,
                kind: .lines(4),
                value: values[.caption] ?? "",
                limit: TextField.caption.limit,
                faults: faults
            )
        )
        html.element("div", .class("place-fields")) { html in
            html.field(
                Input(
                    field: .place,
                    label: ComposerText.place,
                    value: values[.place] ?? "",
                    note: ComposerText.optional,
                    completion: "off",
                    limit: TextField.placeName.limit,
                    faults: faults
                )
            )
            html.void(
                "input",
                Attribute("type", "hidden"),
                Attribute("id", "position"),
                Attribute("name", text: FormField.position.rawValue),
                Attribute("value", text: values[.position] ?? "")
            )
            html.locateButton(ComposerText.locate)
            html.element("p", .class("hint", "place-answer"), Attribute("role", "status")) { _ in }
        }
    }
}

extension FormError {
    /// The fault, shown above the form if it concerns a photo, which has no field of its own there.
    fileprivate var withoutPhoto: FormError { field == .photo ? FormError(nil, message) : self }
}

extension Attribute {
    /// The attribute that makes a file field offer pictures in the accepted formats.
    ///
    /// Browsers may not know the media type of a format that they do not show.
    static let acceptsPictures = Attribute(
        "accept",
        text: MediaType.allCases
            .flatMap { [$0.rawValue] + ($0.isShownByBrowsers ? [] : [".\($0.fileExtension)"]) }
            .joined(separator: ",")
    )
}
