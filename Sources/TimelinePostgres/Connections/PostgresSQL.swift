#if Cluster
/// The translation of statements from the SQL that the databases share to that of PostgreSQL.
///
/// The shared statements use SQLite's parameters and hints, and a table with the name `user`. Only
/// these differ, so a statement is translated once, when it is prepared:
///
/// | shared | PostgreSQL |
/// |---|---|
/// | `?`, `?2` | `$1`, `$2` |
/// | `user` | `"user"`, because the word is reserved |
/// | `INDEXED BY name` | nothing: the planner chooses |
/// | `CROSS JOIN … ON` | `JOIN … ON` |
/// | `+column` | `column` |
/// | `x'00'` | `'\x00'::bytea` |
/// | `BLOB`, `INTEGER` | `BYTEA`, `BIGINT` |
struct PostgresSQL {
    /// The translated statement.
    private(set) var text = ""
    /// The number of parameters.
    private(set) var parameterCount = 0
    /// The parameters that the statement mentions.
    private var mentioned: Set<Int> = []

    private let tokens: [Token]
    private var index = 0

    /// Translates a statement.
    init(_ shared: String) {
        tokens = Token.all(in: shared)
        while index < tokens.count { translate() }
    }

    /// The parameters that the statement does not mention, whose types PostgreSQL cannot infer.
    var unmentioned: [Int] { (1...max(1, parameterCount)).filter { !mentioned.contains($0) } }

    private mutating func translate() {
        let token = tokens[index]
        index += 1
        switch token {
        case .parameter(let number):
            let number = number ?? parameterCount + 1
            parameterCount = max(parameterCount, number)
            mentioned.insert(number)
            text += "$\(number)"
        case .bytes(let digits): text += "'\\x\(digits)'::bytea"
        case .word("user"): text += "\"user\""
        case .word("INDEXED"): skip(words: 2)
        case .word("CROSS") where word(after: 0) == "JOIN" && word(after: 1) != "LATERAL": break
        case .word("BLOB"): text += "BYTEA"
        case .word("INTEGER"): text += "BIGINT"
        case .word(let word): text += word
        case .symbol("+") where isUnary: break
        case .symbol(let symbol): text.append(symbol)
        case .quoted(let quoted), .space(let quoted): text += quoted
        }
    }

    /// Skips the given number of words, and the spaces before each.
    private mutating func skip(words count: Int) {
        for _ in 0..<count {
            while index < tokens.count, case .space = tokens[index] { index += 1 }
            index += 1
        }
    }

    /// The word after the next words, if there is one.
    private func word(after count: Int) -> String? {
        let words = tokens[index...].lazy
            .compactMap { if case .word(let word) = $0 { word } else { nil } }
        return words.dropFirst(count).first
    }

    /// Whether the symbol before the current position belongs to the name after it.
    private var isUnary: Bool {
        guard index < tokens.count, case .word = tokens[index], index >= 2 else { return false }
        switch tokens[index - 2] {
        case .space, .symbol("("): return true
        default: return false
        }
    }
}

/// A part of a statement.
private enum Token: Equatable {
    case word(String)
    case parameter(Int?)
    case bytes(String)
    case quoted(String)
    case symbol(Character)
    case space(String)

    static func all(in sql: String) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(sql)
        while let first = rest.first {
            let token: (Token, Substring) =
                switch first {
                case "'", "\"": quoted(rest)
                case "x" where rest.dropFirst().first == "'": bytes(rest)
                case "?": parameter(rest)
                case _ where first.isWhitespace: space(rest)
                case _ where rest.hasPrefix("--"): comment(rest)
                case _ where isInWord(first): word(rest)
                default: (.symbol(first), rest.dropFirst())
                }
            tokens.append(token.0)
            rest = token.1
        }
        return tokens
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func quoted(_ sql: Substring) -> (Token, Substring) {
        let end =
            sql.first.flatMap { sql.dropFirst().firstIndex(of: $0) }.map(sql.index(after:))
            ?? sql.endIndex
        return (.quoted(String(sql[..<end])), sql[end...])
    }

    private static func bytes(_ sql: Substring) -> (Token, Substring) {
        let (_, rest) = quoted(sql.dropFirst())
        return (.bytes(String(sql[..<rest.startIndex].dropFirst(2).dropLast())), rest)
    }

    private static func parameter(_ sql: Substring) -> (Token, Substring) {
        let digits = sql.dropFirst().prefix(while: \.isNumber)
        return (.parameter(Int(digits)), sql[digits.endIndex...])
    }

    private static func space(_ sql: Substring) -> (Token, Substring) {
        let space = sql.prefix(while: \.isWhitespace)
        return (.space(String(space)), sql[space.endIndex...])
    }

    private static func comment(_ sql: Substring) -> (Token, Substring) {
        let comment = sql.prefix { $0 != "\n" }
        return (.space(" "), sql[comment.endIndex...])
    }

    private static func word(_ sql: Substring) -> (Token, Substring) {
        let word = sql.prefix(while: isInWord)
        return (.word(String(word)), sql[word.endIndex...])
    }
}
#endif
