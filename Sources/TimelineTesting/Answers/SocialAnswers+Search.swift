import Foundation
import TimelineCore

extension SocialAnswers {
    /// Runs queries for tags and mentions, and records their answers.
    mutating func askTags(_ reader: any SocialReader) throws {
        for prefix in ["", "s", "caf", "夕", "none"] {
            note("tags \(prefix)…", try reader.tags(startingWith: prefix, limit: 3))
        }
        for tag in try reader.tags(startingWith: "", limit: .max).map(\.tag) {
            let first = PostRange(limit: 3)
            let ids = try reader.postIDs(.tagged(tag), in: first)
            note("tagged \(tag)", ids)
            let rest = PostRange(before: ids.last ?? first.before, limit: .max)
            note("and before", try reader.postIDs(.tagged(tag), in: rest))
        }
        for name in ["leia", "han", "r2.d2", "nobody"] {
            let first = try reader.texts(mentioning: name, before: .max, limit: 2)
            note("mentions of \(name)", first)
            let rest = first.last ?? .max
            note("and before", try reader.texts(mentioning: name, before: rest, limit: .max))
        }
    }

    /// Runs queries for popular posts and for posts near a place, and records their answers.
    mutating func askRanked(_ reader: any SocialReader) throws {
        for (latitude, longitude, radius) in [
            (1.5, -2, 150), (0, 179.999, 1000), (89.99, -170, 2000), (-90, 90, 10), (0, 0, 2e7),
        ] {
            let center = Coordinate(latitude: latitude, longitude: longitude)
            let vicinity = try SearchArea(of: center, radius: radius)
            let first = PostRange(limit: 3)
            let ids = try reader.postIDs(.near(vicinity), in: first)
            note("near \(vicinity)", ids)
            let rest = PostRange(before: ids.last ?? first.before, limit: .max)
            note("and before", try reader.postIDs(.near(vicinity), in: rest))
        }
        for hours in [0, 1, 500] as [Double] {
            let now = TestEnvironment.start.addingTimeInterval(hours * 3600)
            let ids = try reader.popularPostIDs(at: now, since: Post.ID(.min), limit: 10)
            note("popular after \(hours) hours", ids)
            let since = ids.last ?? Post.ID(.min)
            note("since", try reader.popularPostIDs(at: now, since: since, limit: .max))
        }
    }

    /// Runs searches for words, phrases and prefixes, and records their answers.
    mutating func askWords(_ reader: any SocialReader) throws {
        for prefix in ["", "s", "sun", "夕"] {
            note("words \(prefix)…", try reader.words(startingWith: prefix, limit: 4))
        }
        for text in ["golden sun", "\"golden sunset\" su*", "ete", "夕焼", "🌅 a", "none"] {
            guard let pattern = try TextQuery(text).pattern(expand: reader.words) else {
                note("\(text) is nothing", true)
                continue
            }
            let first = try reader.texts(matching: pattern, before: .max, from: .min, limit: 3)
            note(text, first)
            let older = try reader.texts(
                matching: pattern,
                before: first.last ?? .max,
                from: .min,
                limit: .max
            )
            note("and before", older)
            let oldest = older.dropLast(2).last ?? .min
            note("from", try reader.texts(matching: pattern, before: .max, from: oldest, limit: 9))
        }
    }
}
