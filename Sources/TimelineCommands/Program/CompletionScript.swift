import ArgumentParser

/// The completion script for a shell.
///
/// For a command with a default subcommand, the argument parser completes only the names of
/// subcommands. This script also completes the arguments of the default subcommand.
struct CompletionScript {
    /// The source code of the script.
    private(set) var text: String

    /// The option that requests the script.
    private static let option = "--generate-completion-script"

    /// Creates the script that the arguments request, or `nil` if they request none.
    init?(requestedBy arguments: [String]) {
        guard arguments.count == 2, arguments[0] == Self.option,
            let shell = CompletionShell(rawValue: arguments[1])
        else { return nil }
        self.init(for: shell)
    }

    /// Creates the script for a shell.
    init(for shell: CompletionShell) {
        text = TimelineCommand.completionScript(for: shell)
        for path in TimelineCommand.defaultSubcommands() {
            switch shell {
            case .zsh: completeInZsh(path)
            case .fish: completeInFish(path)
            default: completeInBash(path)
            }
        }
    }

    /// Passes words other than subcommands to the function of the default subcommand.
    private mutating func completeInBash(_ path: DefaultSubcommand) {
        replace(
            "\n        ;;\n    esac\n}\n",
            in: path.function,
            with: """

                        unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                        \(path.defaultFunction)
                        ;;
                    esac
                }

                """
        )
    }

    /// Offers the first argument of the default subcommand alongside the subcommands, and passes
    /// other words to its function.
    private mutating func completeInZsh(_ path: DefaultSubcommand) {
        replace(
            " subcommands && ret=0\n",
            in: path.function,
            with: " subcommands && ret=0\n        \(path.defaultFunction) && ret=0\n"
        )
        replace(
            "\n            ;;\n        esac\n",
            in: path.function,
            with: """

                            ;;
                        *)
                            words=(\(path.name) "${words[@]}")
                            (( CURRENT++ ))
                            \(path.defaultFunction) && ret=0
                            ;;
                        esac

                """
        )
    }

    /// Adds the completions for the arguments of the default subcommand.
    private mutating func completeInFish(_ path: DefaultSubcommand) {
        let (command, subcommand) = ("_for_positional \"\(path.command)\" ", path.name)
        let marker = "_for_positional \"\(path.command) \(subcommand)\" "
        text = text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { $0.contains(marker) ? [$0, $0.replacing(marker, with: command)] : [$0] }
            .joined(separator: "\n")
    }

    /// Replaces the first occurrence of a string in a function of the script.
    private mutating func replace(_ part: String, in function: String, with other: String) {
        guard let start = text.firstRange(of: "\n\(function)() {\n")?.upperBound,
            let range = text[start...].firstRange(of: part)
        else { return }
        text.replaceSubrange(range, with: other)
    }
}

/// A subcommand that runs if the user specifies none.
private struct DefaultSubcommand {
    /// The words of the command that contains it, including the program's name.
    let command: String
    /// The name of the subcommand.
    let name: String

    /// The function of the command in the scripts for bash and zsh.
    var function: String { "_" + command.replacing(" ", with: "_") }

    /// The function of the subcommand.
    var defaultFunction: String { "\(function)_\(name)" }
}

extension ParsableCommand {
    /// Returns the default subcommands of a command and of its subcommands.
    fileprivate static func defaultSubcommands(in parents: [String] = []) -> [DefaultSubcommand] {
        let path = parents + [configuration.commandName ?? ""]
        let command = path.joined(separator: " ")
        let own = configuration.defaultSubcommand.map {
            [DefaultSubcommand(command: command, name: $0.configuration.commandName ?? "")]
        }
        return (own ?? [])
            + configuration.subcommands.flatMap { $0.defaultSubcommands(in: path) }
    }
}
