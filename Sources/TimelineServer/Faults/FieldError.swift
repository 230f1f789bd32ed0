#if Server
import TimelineCore
import TimelinePages

/// An error with the form field that caused it, if that is not the field usual for the error.
struct FieldError: Error {
    /// The form field that caused the error.
    let field: FormField
    /// The error that the field caused.
    let error: TimelineError
}
#endif
