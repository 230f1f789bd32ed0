/// A value with secrets, such as private keys, which are omitted from its description and mirror.
///
/// Descriptions end up in logs and error messages, where a secret must never appear.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type.
    public var description: String { "\(Self.self)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
