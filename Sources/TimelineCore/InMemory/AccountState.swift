import Foundation

/// The private data, in dictionaries.
struct AccountState: Sendable {
    var accounts: [User.ID: Account] = [:]
    var sessions: [Session.ID: Session] = [:]
    var positions: [User.ID: ReadPosition] = [:]
    var failures: [EmailAddress: LoginFailures] = [:]

    func checkVacancy(for account: Account) throws(TimelineError) {
        guard accounts[account.user] == nil else {
            throw .userHasAccount(account.user.description)
        }
        guard !accounts.values.contains(where: { $0.email == account.email }) else {
            throw .emailTaken
        }
    }

    mutating func add(_ account: Account) { accounts[account.user] = account }

    mutating func remove(_ user: User.ID) {
        if let account = accounts.removeValue(forKey: user) { failures[account.email] = nil }
        positions[user] = nil
        sessions = sessions.filter { $0.value.user != user }
    }

    mutating func setHash(_ hash: String, replacing former: String, of user: User.ID) -> Bool {
        guard let account = accounts[user], account.passwordHash == former else { return false }
        accounts[user] = Account(
            user: user,
            email: account.email,
            passwordHash: hash,
            createdAt: account.createdAt
        )
        return true
    }

    mutating func addFailure(for email: EmailAddress, at date: Date) throws(TimelineError) {
        try failures[email]?.checkTry(at: date)
        let known = Set(accounts.values.map(\.email))
        failures = failures.filter {
            known.contains($0.key) || date.timeIntervalSince($0.value.last) < LoginFailures.memory
        }
        failures[email] = LoginFailures(count: (failures[email]?.count ?? 0) + 1, last: date)
    }
}
