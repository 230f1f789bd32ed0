/// A reason why a form was rejected, shown next to the field that caused it.
package struct FormError: Hashable, Sendable {
    /// The field that caused the fault, or `nil` if the fault concerns the whole form.
    package let field: FormField?
    /// A full sentence for the user, such as the description of a `TimelineError`.
    package let message: String

    /// Creates a fault.
    package init(_ field: FormField?, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// The values to restore in a form after a fault, by field.
///
/// Passwords are never filled in.
package typealias FormValues = [FormField: String]
