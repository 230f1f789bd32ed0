import ArgumentParser

/// How a password comes in: never as an argument, which others on the machine could see.
struct PasswordOption: ParsableArguments {
    @Flag(
        name: .customLong("password-stdin"),
        help: "Read the password from standard input, a line each."
    )
    var isFromInput = false
}
