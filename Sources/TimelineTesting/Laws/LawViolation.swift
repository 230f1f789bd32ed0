/// The rules of one law that a repository breaks.
public struct LawViolation: Error, CustomStringConvertible, Sendable {
    /// A broken rule.
    public struct Rule: CustomStringConvertible, Sendable {
        /// The rule, as a sentence that is true of a correct repository.
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

    /// The law, for example "Law 1, atomic".
    public let law: String
    /// The broken rules, at least one.
    public let rules: [Rule]

    /// The law, and each broken rule on its own line.
    public var description: String {
        ([law] + rules.map(\.description)).joined(separator: "\n- ")
    }
}
