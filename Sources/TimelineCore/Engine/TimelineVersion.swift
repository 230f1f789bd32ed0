/// The version of this program and library.
package enum TimelineVersion {
    /// The version number (Semantic Versioning 2.0).
    package static let number = "0.1.0"
}
