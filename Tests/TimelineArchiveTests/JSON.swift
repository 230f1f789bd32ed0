import Foundation

/// A JSON value that tests can build and corrupt.
///
/// Objects may contain the same key more than once.
indirect enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByIntegerLiteral
{
    case object([(String, JSON)])
    case array([JSON])
    case string(String)
    case literal(String)

    init(stringLiteral value: String) { self = .string(value) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(booleanLiteral value: Bool) { self = .literal("\(value)") }
    init(integerLiteral value: Int) { self = .literal("\(value)") }
    init(nilLiteral: ()) { self = .literal("null") }

    var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): Self.quoted(text)
        case .literal(let text): text
        }
    }

    var data: Data { Data(text.utf8) }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
            .replacing("\u{0}", with: "\\u0000")
        return "\"\(escaped)\""
    }

    /// The number of nested values, including this one.
    var count: Int {
        switch self {
        case .object(let members): members.reduce(1) { $0 + $1.1.count }
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .string, .literal: 1
        }
    }

    /// Returns a copy with one value replaced.
    ///
    /// - Parameters:
    ///   - index: The index of the value in depth-first order; this value has index 0.
    ///   - value: The replacement.
    /// - Returns: The copy.
    func replacing(at index: Int, with value: JSON) -> JSON {
        var next = 0
        return replacing(at: index, next: &next, with: value)
    }

    private func replacing(at index: Int, next: inout Int, with value: JSON) -> JSON {
        if next == index {
            next += count
            return value
        }
        next += 1
        switch self {
        case .object(let members):
            return .object(members.map { ($0, $1.replacing(at: index, next: &next, with: value)) })
        case .array(let elements):
            return .array(elements.map { $0.replacing(at: index, next: &next, with: value) })
        case .string, .literal: return self
        }
    }
}
