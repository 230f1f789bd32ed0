/// A value with secrets, such as private keys, which its description and its mirror leave out.
///
/// Descriptions end up in logs and in messages of errors, where a secret must never appear.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type.
    public var description: String { "\(Self.self)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
