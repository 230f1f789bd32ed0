#if Server
import TimelineCore
import TimelinePages

/// An error that was caused by a different field than usual.
struct FieldError: Error {
    /// The form field that caused the error.
    let field: FormField
    /// The error that the field caused.
    let error: TimelineError
}
#endif
