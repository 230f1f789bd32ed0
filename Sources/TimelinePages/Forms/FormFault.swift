/// The reason why a form was not accepted, shown beside its field.
public struct FormFault: Hashable, Sendable {
    /// The field; `nil` if the fault concerns the whole form.
    public let field: FormField?
    /// A sentence, such as the description of a `TimelineError`.
    public let message: String

    /// Creates a fault.
    public init(_ field: FormField?, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// The texts of a form that is shown again, by field; passwords are never among them.
public typealias FormValues = [FormField: String]
