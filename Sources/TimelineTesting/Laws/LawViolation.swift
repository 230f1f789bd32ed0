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
