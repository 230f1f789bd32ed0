#if Server
import TimelineCore
import TimelinePages

/// An error about another field than the one that it usually is about.
struct FieldError: Error {
    /// The field of the form.
    let field: FormField
    /// The error.
    let error: TimelineError
}
#endif
