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
