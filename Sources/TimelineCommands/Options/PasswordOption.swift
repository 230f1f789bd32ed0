import ArgumentParser

/// The source of passwords: a prompt or standard input, but never an argument, which other users of
/// the machine could see.
struct PasswordOption: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: AccountHelp.Password.fromInput)
    var isFromInput = false
}
