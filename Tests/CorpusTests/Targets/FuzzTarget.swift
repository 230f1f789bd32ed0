import Foundation

/// A kind of untrusted input.
///
/// The raw value is also the name of its folder in `Tests/Fuzzing/Corpus`.
enum FuzzTarget: String, CaseIterable {
    case jpg, png, webp
    /// The other formats of pictures.
    case other
    /// Forms with files, and `Range` headers.
    case requests
    case reconciliation
    case records
    /// Frames, files, links and responses.
    case sync
    /// Whole sessions with a hostile peer.
    case sessions
    case archives

    /// Passes one input to its parsers.
    ///
    /// Every input must produce a value or an error of the parser, which is ignored.
    ///
    /// - Throws: `Violation` if a parser breaks one of its promises.
    func check(_ input: [UInt8]) throws(Violation) {
        switch self {
        case .jpg, .png, .webp, .other: try fuzzPictures(input)
        case .requests: try fuzzRequests(input)
        case .reconciliation: try fuzzReconciliation(input)
        case .records: try fuzzRecords(input)
        case .sync: try fuzzSync(input)
        case .sessions: try fuzzSessions(input)
        case .archives: try fuzzArchives(input)
        }
    }
}

/// An input for which a parser breaks one of its promises.
struct Violation: Error, CustomStringConvertible {
    /// The file and line of the check.
    let description: String
}

/// Throws a violation if a promise is broken.
func require(
    _ condition: @autoclosure () -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(Violation) {
    if !condition() { throw Violation(description: "A check in \(file):\(line) failed.") }
}

/// Returns a value, or throws a violation if it is `nil`.
func require<Value>(
    _ value: Value?,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(Violation) -> Value {
    guard let value else { throw Violation(description: "No value in \(file):\(line).") }
    return value
}
