import ArgumentParser

/// The option that selects the source of passwords: a prompt or standard input.
///
/// Passwords are never arguments, because other users of the machine could see them.
struct PasswordOption: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: AccountHelp.Password.fromInput)
    var isFromInput = false
}
