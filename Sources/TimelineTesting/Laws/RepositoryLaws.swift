public import TimelineCore

/// The laws of a repository, as functions that throw a ``LawViolation`` when one is broken.
///
/// Every implementation of `Repository` must satisfy all laws. The functions do not depend on a
/// testing library, so you can call each of them from your own tests. Each call creates several
/// repositories, so that no rule depends on the data of another rule.
///
/// ```swift
/// @Suite struct PostgresRepositoryTests {
///     func newRepository() throws -> any Repository {
///         try PostgresRepository(database: TestDatabase.createEmpty())
///     }
///
///     @Test func atomic() throws { try RepositoryLaws.atomic(newRepository) }
///     @Test func idempotent() throws { try RepositoryLaws.idempotent(newRepository) }
/// }
/// ```
public enum RepositoryLaws {
    /// A function that creates an empty repository with its own store.
    public typealias Maker = () throws -> any Repository

    /// A list of rules, each with the function that checks it.
    typealias Rules = KeyValuePairs<String, (Maker) throws -> Void>

    /// Checks all rules of a law and reports the broken rules together.
    ///
    /// - Throws: ``LawViolation`` if any rule is broken.
    static func check(_ law: String, _ newRepository: Maker, _ rules: Rules) throws {
        var broken: [LawViolation.Rule] = []
        for (rule, check) in rules {
            do {
                try check(newRepository)
            } catch {
                broken.append(LawViolation.Rule(rule, cause: error))
            }
        }
        if !broken.isEmpty { throw LawViolation(law: law, rules: broken) }
    }
}

/// Thrown when a repository breaks at least one rule of a law.
public struct LawViolation: Error, CustomStringConvertible, Sendable {
    /// A broken rule.
    public struct Rule: CustomStringConvertible, Sendable {
        /// The rule, as a sentence that is true of every correct repository.
        public let sentence: String
        /// The failed expectation, or the error that the repository threw.
        public let cause: any Error

        init(_ sentence: String, cause: any Error) {
            self.sentence = sentence
            self.cause = cause
        }

        /// The rule and its cause.
        public var description: String { "\(sentence) Broken: \(cause)" }
    }

    /// The name of the law, for example "Law 1, atomic".
    public let law: String
    /// A non-empty list of the broken rules.
    public let rules: [Rule]

    /// The name of the law, followed by each broken rule on a separate line.
    public var description: String {
        ([law] + rules.map(\.description)).joined(separator: "\n- ")
    }
}

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
