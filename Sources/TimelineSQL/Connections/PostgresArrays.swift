import Foundation
import TimelineCore

/// A list of texts as one argument, which only PostgreSQL has.
struct TextArray: StatementArgument, Hashable {
    private let texts: [String]

    /// Creates a list in a fixed order, in which all transactions lock rows.
    init(_ texts: some Sequence<String>) { self.texts = texts.sorted() }

    /// Creates a list whose order matters to the statement.
    init(inOrder texts: [String]) { self.texts = texts }

    /// Binds PostgreSQL's text form of an array.
    func bind(to parameters: any StatementParameters) {
        let quoted = texts.map { text in
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        "{\(quoted.joined(separator: ","))}".bind(to: parameters)
    }
}

/// A list of integers as one argument, which only PostgreSQL has.
struct IntegerArray: StatementArgument {
    private let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// Binds PostgreSQL's text form of an array.
    func bind(to parameters: any StatementParameters) {
        "{\(numbers.map(String.init).joined(separator: ","))}".bind(to: parameters)
    }
}

/// A list of push IDs as one argument, which only PostgreSQL has.
struct PushIDArray: StatementArgument {
    private let ids: [PushID]

    init(_ ids: [PushID]) { self.ids = ids }

    /// Binds PostgreSQL's text form of an array of bytes.
    func bind(to parameters: any StatementParameters) {
        let quoted = ids.map { "\"\\\\x\($0.bytes.hexadecimal)\"" }
        "{\(quoted.joined(separator: ","))}".bind(to: parameters)
    }
}
