import Foundation
import TimelineCommands

exit(await TimelineProgram.run(Array(CommandLine.arguments.dropFirst())))
