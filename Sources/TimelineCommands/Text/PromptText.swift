/// The labels of prompts and the messages shown for invalid input.
enum PromptText {
    static let email = "Email"
    static let username = "Username"
    static let password = "Password"
    static let repeatPassword = "Repeat password"
    static let currentPassword = "Current password"
    static let newPassword = "New password"
    static let repeatNewPassword = "Repeat new password"

    static let yes = "yes"
    static let no = "no"
    static let yesOrNo = "yes or no"
    static let hiddenQuestion =
        "Standard error is redirected, so it cannot show a question. Add --yes to go on without one."

    static func label(_ name: String) -> String { "\(name): " }

    static func passwordAdvice(_ length: ClosedRange<Int>, advised: Int) -> String {
        """
        Passwords have \(length.lowerBound) to \(length.upperBound) characters; \(advised) or more are recommended.
        """
    }
    /// The line below which text in the editor is ignored.
    static let scissors = "------------------------ >8 ------------------------"
    static let captionNote = """
        Write the caption above the line. Everything below it is ignored.
        Without a caption, the pictures are posted alone. To post nothing, leave the editor with an
        error (:cq in vi).
        """
    static let commentNote = "Write the comment above the line. Everything below it is ignored."

    static let passwordsDiffer = "The passwords do not match; try again."

    static func required(_ option: String) -> String {
        "\(option) is required without a terminal."
    }
    static let missingPassword = """
        Standard input ended before a password; write one password per line.
        """
    static let invalidInput = "Standard input is not valid UTF-8."
    static let invalidText = "The edited text is not valid UTF-8."
}
