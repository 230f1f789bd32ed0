import ArgumentParser
import Foundation
import TimelineCore

struct PostCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: PostHelp.Share.abstract
    )

    @Argument(help: PostHelp.Share.photos, completion: .file())
    var files: [String] = []

    @Option(parsing: .upToNextOption, help: PostHelp.Share.image, completion: .file())
    var image: [String] = []

    @Option(parsing: .unconditionalSingleValue, help: PostHelp.Share.alt)
    var alt: [String] = []

    @Option(parsing: .unconditional, help: PostHelp.Share.caption)
    var caption: String?

    @Flag(name: .customLong("edit"), help: PostHelp.Share.edit)
    var opensEditor = false

    @Option(parsing: .unconditional, help: PostHelp.Share.date)
    var date: String?

    @Option(parsing: .unconditional, help: PostHelp.Share.place)
    var place: String?

    @Option(parsing: .unconditional, help: PostHelp.Share.position)
    var at: String?

    @Flag(name: .customLong("place-from-photo"), help: PostHelp.Share.placeFromPhoto)
    var usesPhotoPosition = false

    @Flag(name: .customLong("fuzz"), help: PostHelp.Share.fuzz)
    var isFuzzed = false

    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    private var paths: [String] { files + image }

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError(PostText.pictureRequired) }
        guard Post.photoCount.upperBound >= paths.count else {
            throw ValidationError(
                PostText.tooManyPictures(paths.count, maximum: Post.photoCount.upperBound)
            )
        }
        guard at != nil || usesPhotoPosition || !isFuzzed else {
            throw ValidationError(PostText.fuzzNeedsPosition)
        }
        guard alt.count <= paths.count else {
            throw ValidationError(PostText.tooManyDescriptions)
        }
        guard at == nil || !usesPhotoPosition else {
            throw ValidationError(PostText.positionOrPhoto)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let position = try at.map { try Coordinate(parsing: $0) }
        let photos = try paths.enumerated()
            .map { index, path in
                try PhotoFile(path: path, alt: index < alt.count ? alt[index] : nil)
            }
        let date = try date(of: photos, in: context)
        let photoPosition = photos.lazy.compactMap(\.location).first
        let place = try place(at: usesPhotoPosition ? photoPosition : position)
        let post = try await withCaption(in: context) { caption in
            try await context.showingProgress(PostText.posting) { _ in
                try await viewer.post(photos, caption: caption, place: place, date: date)
            }
        }
        let hasUnsharedPosition = photoPosition != nil && !usesPhotoPosition
        let output = try await store.output(showing: [post], images)
        try output.show(post) { layout in
            hasUnsharedPosition ? layout.paragraph(PostText.positionNotShared) : []
        } text: { layout in
            layout.listed(post)
        }
    }

    /// Calls a closure with the caption, after the user has edited it if they requested an editor.
    private func withCaption(
        in context: CommandContext,
        _ share: (String) async throws -> PostView
    ) async throws -> PostView {
        let caption = try caption.map { try context.text($0) } ?? ""
        guard opensEditor else { return try await share(caption) }
        let editor = TextEditor(variables: context.variables)
        guard context.console.isInteractive || editor.isChosen else {
            throw UsageError(PostText.editNeedsTerminal)
        }
        return try await editor.edit(caption, note: PromptText.captionNote, save: share)
    }

    /// Returns the original time of the photos, or `nil` for the current time.
    private func date(of photos: [PhotoFile], in context: CommandContext) throws -> Date? {
        guard let text = date else { return nil }
        let isOfPhoto = text == Self.photoDate
        guard
            let result = isOfPhoto
                ? PostDate(of: photos, in: context.timeZone)
                : PostDate(text, in: context.timeZone)
        else {
            throw UsageError(isOfPhoto ? PostText.noDateInPhotos : PostText.invalidDate(text))
        }
        guard result.date <= context.environment.now() else {
            throw UsageError(PostText.dateInFuture)
        }
        return result.date
    }

    /// The value of `--date` that selects the time in the pictures.
    private static let photoDate = "photo"

    private func place(at coordinate: Coordinate?) throws -> Place? {
        guard coordinate != nil || !usesPhotoPosition else {
            throw UsageError(PostText.noPositionInPhotos)
        }
        guard place != nil || coordinate != nil else { return nil }
        return Place(name: place, coordinate: isFuzzed ? coordinate?.fuzzed : coordinate)
    }
}

/// The time of a post, from the user's input or from a picture.
struct PostDate {
    /// The time.
    let date: Date

    /// Reads a date with an optional time, such as "2018-05-01 12:00", or a picture's date, such as
    /// "2018:05:01 12:00:00".
    ///
    /// The result is `nil` if the text has a different format, or if the date does not exist or is
    /// before 1970.
    ///
    /// - Parameters:
    ///   - text: The text. It may end with an offset from UTC, such as "+02:00" or "Z".
    ///   - timeZone: The time zone of a text without an offset.
    init?(_ text: String, in timeZone: TimeZone) {
        let form =
            /(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?)?\s*(Z|[+\-]\d\d:?\d\d)?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
        parts.hour = match.4.flatMap { Int($0) } ?? 0
        parts.minute = match.5.flatMap { Int($0) } ?? 0
        parts.second = match.6.flatMap { Int($0) } ?? 0
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        if let offset = match.7 {
            guard let zone = Self.timeZone(offset) else { return nil }
            calendar.timeZone = zone
        }
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts),
            date.timeIntervalSince1970 >= 0
        else { return nil }
        self.date = date
    }

    /// Selects the time of the first picture that contains one, or returns `nil`.
    init?(of photos: [PhotoFile], in timeZone: TimeZone) {
        let dates = photos.lazy.compactMap(\.dateTaken)
            .compactMap { PostDate($0.text + ($0.offset ?? ""), in: timeZone) }
        guard let first = dates.first else { return nil }
        self = first
    }

    /// Returns the time zone for an offset such as "Z" or "+02:00".
    private static func timeZone(_ offset: Substring) -> TimeZone? {
        guard offset != "Z" else { return .gmt }
        let digits = offset.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)),
            minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return TimeZone(secondsFromGMT: offset.hasPrefix("-") ? -seconds : seconds)
    }
}
