import TimelineCore

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

    /// Returns the field for the bio, which is `lines` lines high.
    static func bio(_ values: FormValues, lines: Int, faults: [FormError]) -> Input {
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
