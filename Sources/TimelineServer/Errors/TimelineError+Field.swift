import TimelineCore
import TimelinePages

extension TimelineError {
    /// The form field that caused the error, or `nil` if the error concerns the whole form.
    var field: FormField? {
        switch self {
        case .invalidUsername, .usernameTaken: .username
        case .invalidEmail, .emailTaken: .email
        case .passwordRefused, .wrongPassword, .wrongOwnPassword: .password
        case .invalidText(.empty(let field)), .invalidText(.tooLong(let field, _)),
            .invalidText(.containsNull(let field)):
            field.field
        case .invalidURL: .url
        case .invalidPlace: .place
        case .invalidDistance: .radius
        case .photoRefused, .photoCountRefused: .photo
        default: nil
        }
    }
}

extension TextField {
    /// The form field that contains this text.
    fileprivate var field: FormField {
        switch self {
        case .caption: .caption
        case .comment: .text
        case .displayName: .name
        case .bio: .bio
        case .url: .url
        case .alt: .alt
        case .placeName: .place
        }
    }
}
