import TimelineCore
import TimelinePages

/// An error with the form field that caused it, for errors that usually have a different field.
struct FieldError: Error {
    /// The form field that caused the error.
    let field: FormField
    /// The error that the field caused.
    let error: TimelineError
}
