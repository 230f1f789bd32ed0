import Foundation
import TimelineCore
import TimelineSync

/// Texts about imports and sync.
enum SettingsText {
    static let onlyByCommand = """
        it is an archive of Timeline, which can contain posts of others; on this server, only `timeline import \
        timeline` imports it.
        """
    static func moreDetails(_ count: Int) -> String { "… and \(groupedDigits(of: count)) more." }

    static func lastSync(_ date: Date, now: Date, in timeZone: TimeZone) -> String {
        "The last sync was \(relativeTime(of: date, now: now, in: timeZone))."
    }
    static func missing(_ files: String) -> String { "Missing: \(files)" }
    static let exportReminder =
        SyncText.exportReminder + " `timeline identity export FILE` makes a copy."
}
