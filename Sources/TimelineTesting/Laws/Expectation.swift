/// An error thrown when a repository does not meet an expectation of a law.
struct FailedExpectation: Error, CustomStringConvertible {
    let reason: String
    let location: String

    init(_ reason: String, _ details: String?, _ file: StaticString, _ line: Int) {
        self.reason = details.map { "\(reason), \($0)" } ?? reason
        location = "\(file):\(line)"
    }

    var description: String { "\(reason) (\(location))" }
}

extension RepositoryLaws {
    /// Throws an error unless the condition is true.
    static func expect(
        _ condition: Bool,
        _ details: String? = nil,
        file: StaticString = #fileID,
        line: Int = #line
    ) throws {
        guard !condition else { return }
        throw FailedExpectation("the condition is false", details, file, line)
    }

    /// Throws an error unless both values are equal.
    static func expect<Value: Equatable>(
        _ actual: Value,
        equals expected: Value,
        _ details: String? = nil,
        file: StaticString = #fileID,
        line: Int = #line
    ) throws {
        guard actual != expected else { return }
        throw FailedExpectation("expected \(expected), got \(actual)", details, file, line)
    }

    /// Throws an error unless `body` throws an error equal to `expected`.
    static func expect<Failure: Error & Equatable>(
        throws expected: Failure,
        file: StaticString = #fileID,
        line: Int = #line,
        _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch let error as Failure where error == expected {
            return
        }
        throw FailedExpectation("expected the error \(expected), got none", nil, file, line)
    }

    /// Returns the value, or throws an error if it is `nil`.
    static func require<Value>(
        _ value: Value?,
        file: StaticString = #fileID,
        line: Int = #line
    ) throws -> Value {
        guard let value else { throw FailedExpectation("the value is nil", nil, file, line) }
        return value
    }
}

/// An error that laws throw inside a transaction to make the repository roll it back.
struct Rollback: Error, Equatable {}
