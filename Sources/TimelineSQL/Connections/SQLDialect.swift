/// The kinds of databases, and the expressions that each of them writes differently.
package enum SQLDialect: Sendable {
    /// SQLite.
    case sqlite
    /// PostgreSQL, and databases that speak its language.
    case postgres

    /// An expression for whether a text contains another.
    func contains(_ text: String, _ part: String) -> String {
        switch self {
        case .sqlite: "instr(\(text), \(part)) > 0"
        case .postgres: "strpos(\(text), \(part)) > 0"
        }
    }

    /// An expression for whether bytes contain others.
    func containsBytes(_ bytes: String, _ part: String) -> String {
        switch self {
        case .sqlite: "instr(\(bytes), \(part)) > 0"
        case .postgres: "position(\(part) IN \(bytes)) > 0"
        }
    }

    /// An expression for the higher of two values, neither of which is `NULL`.
    func higher(_ first: String, _ second: String) -> String {
        switch self {
        case .sqlite: "max(\(first), \(second))"
        case .postgres: "greatest(\(first), \(second))"
        }
    }

    /// An expression for the lower of two values, neither of which is `NULL`.
    func lower(_ first: String, _ second: String) -> String {
        switch self {
        case .sqlite: "min(\(first), \(second))"
        case .postgres: "least(\(first), \(second))"
        }
    }

    /// An aggregate for texts, one on each line.
    func lines(_ text: String) -> String {
        switch self {
        case .sqlite: "group_concat(\(text), char(10))"
        case .postgres: "string_agg(\(text), chr(10))"
        }
    }

    /// A condition for a record that sets a register.
    ///
    /// In PostgreSQL, it reads an index in random order. The registers of new posts are next to each
    /// other, where a transaction that reads one conflicts with all that add one.
    func isRegister(_ register: String) -> String {
        switch self {
        case .sqlite: "register = \(register)"
        case .postgres: "sha256(register) = sha256(\(register))"
        }
    }

    /// The highest character, as a text.
    var lastCharacter: String {
        switch self {
        case .sqlite: "char(0x10ffff)"
        case .postgres: "chr(1114111)"
        }
    }
}
