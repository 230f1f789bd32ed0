import TimelineCore

/// The fields that signing up and editing a profile share.
extension Input {
    /// The username.
    static func username(
        _ values: FormValues,
        isFocused: Bool = false,
        faults: [FormFault]
    ) -> Input {
        Input(
            field: .username,
            label: PeopleText.username,
            value: values[.username] ?? "",
            hint: PeopleText.usernameHint,
            completion: "nickname",
            limit: 31,
            isRequired: true,
            isFocused: isFocused,
            faults: faults
        )
    }

    /// The bio, in a field with room for `lines` lines.
    static func bio(_ values: FormValues, lines: Int, faults: [FormFault]) -> Input {
        Input(
            field: .bio,
            label: PeopleText.bio,
            kind: .lines(lines),
            value: values[.bio] ?? "",
            note: PeopleText.optional,
            limit: TextField.bio.limit,
            faults: faults
        )
    }
}
