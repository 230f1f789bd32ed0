import Foundation
import TimelineCommands

exit(await TimelineProgram.run())
