public import TimelineCore

/// A law that each implementation of `Repository` must satisfy.
///
/// A law does not depend on a testing library, so your own tests can check it:
///
/// ```swift
/// @Test(arguments: RepositoryLaws.all)
/// func law(_ law: RepositoryLaw) throws {
///     try law.check { try PostgresRepository(database: TestDatabase.createEmpty()) }
/// }
/// ```
public struct RepositoryLaw: Sendable, CustomStringConvertible {
    /// The name of the law, for example "orderIndependent".
    public let name: String
    let rules: @Sendable (RepositoryLaws.Maker) throws -> Void

    /// The name of the law.
    public var description: String { name }

    /// Checks all rules of the law.
    ///
    /// - Parameter newRepository: Creates an empty repository with its own store. It is called
    ///   several times, so that no rule depends on the data of another rule.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public func check(_ newRepository: () throws -> any Repository) throws {
        try rules(newRepository)
    }
}

/// The laws of a repository.
public enum RepositoryLaws {
    /// All laws: the five that `Repository` states, then those of the single queries.
    public static let all = [
        RepositoryLaw(name: "atomic", rules: atomic),
        RepositoryLaw(name: "idempotent", rules: idempotent),
        RepositoryLaw(name: "orderIndependent", rules: orderIndependent),
        RepositoryLaw(name: "equivalent", rules: { try equivalent($0) }),
        RepositoryLaw(name: "counted", rules: counted),
        RepositoryLaw(name: "registers", rules: registers),
        RepositoryLaw(name: "tombstones", rules: tombstones),
        RepositoryLaw(name: "pendingRecords", rules: pendingRecords),
        RepositoryLaw(name: "records", rules: records),
        RepositoryLaw(name: "entries", rules: entries),
        RepositoryLaw(name: "usernameClaims", rules: usernameClaims),
        RepositoryLaw(name: "queries", rules: queries),
        RepositoryLaw(name: "limits", rules: limits),
        RepositoryLaw(name: "paging", rules: paging),
        RepositoryLaw(name: "texts", rules: texts),
        RepositoryLaw(name: "shortIDs", rules: shortIDs),
        RepositoryLaw(name: "tags", rules: tags),
        RepositoryLaw(name: "search", rules: search),
        RepositoryLaw(name: "userSearch", rules: userSearch),
        RepositoryLaw(name: "places", rules: places),
        RepositoryLaw(name: "popularPosts", rules: popularPosts),
        RepositoryLaw(name: "accounts", rules: accounts),
        RepositoryLaw(name: "rejections", rules: rejections),
        RepositoryLaw(name: "news", rules: news),
        RepositoryLaw(name: "arrival", rules: arrival),
        RepositoryLaw(name: "activity", rules: activity),
        RepositoryLaw(name: "mutes", rules: mutes),
        RepositoryLaw(name: "blocks", rules: blocks),
        RepositoryLaw(name: "photos", rules: photos),
    ]

    /// A function that creates an empty repository with its own store.
    package typealias Maker = () throws -> any Repository

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
