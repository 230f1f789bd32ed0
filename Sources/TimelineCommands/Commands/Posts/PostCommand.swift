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

    @Option(
        parsing: .unconditional,
        help: PostHelp.Share.date,
        transform: PostDate.init(parsing:)
    )
    var date: PostDate?

    @Option(help: PostHelp.Share.timeZone, transform: TypedTimeZone.init(parsing:))
    var timeZone: TypedTimeZone?

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
        guard timeZone == nil || date != nil else {
            throw ValidationError(PostText.timeZoneNeedsDate)
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
        let (date, dateNote) = try date(of: photos, in: context)
        let photoPosition = photos.lazy.compactMap(\.location).first
        let place = try place(at: usesPhotoPosition ? photoPosition : position)
        let post = try await withCaption(in: context) { caption in
            try await context.showingProgress(PostText.posting) { _ in
                try await viewer.post(photos, caption: caption, place: place, date: date)
            }
        }
        warn(ofPhotosNotDrawnIn: post, photos, in: store, context)
        let hasUnsharedPosition = photoPosition != nil && !usesPhotoPosition
        let output = try await store.output(showing: [post], images)
        try output.show(post) { layout in
            (dateNote.map { layout.paragraph($0) } ?? [])
                + (hasUnsharedPosition ? layout.paragraph(PostText.positionNotShared) : [])
        } text: { layout in
            layout.listed(post)
        }
    }

    /// Writes a warning for each picture that could not be drawn, and so has no ThumbHash.
    private func warn(
        ofPhotosNotDrawnIn post: PostView,
        _ files: [PhotoFile],
        in store: OpenStore,
        _ context: CommandContext
    ) {
        for (photo, file) in zip(post.photos, files) where photo.thumbHash == nil {
            let text = PostText.notDrawn(file.name ?? photo.mediaType.formatName)
            let warning = store.output.warning(code: "photo-not-drawn", message: text)
            context.console.writeError(warning)
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

    /// Returns the original time of the photos, or `nil` for the current time, and what is not exact
    /// about it.
    private func date(
        of photos: [PhotoFile],
        in context: CommandContext
    ) throws -> (date: Date?, note: String?) {
        let timeZone = timeZone?.timeZone ?? context.timeZone
        let now = context.environment.now()
        switch date {
        case nil: return (nil, nil)
        case .typed(let typed):
            let date = try typed.date(in: timeZone)
            guard date <= now else { throw UsageError(PostText.dateInFuture) }
            return (date, nil)
        case .ofPhotos:
            let dates = photos.lazy
                .compactMap { PictureDate($0.dates, fileTime: nil, now: now, in: timeZone) }
            guard let first = dates.first else { throw UsageError(PostText.noDateInPhotos) }
            return (first.date, PostText.note(on: first))
        }
    }

    private func place(at coordinate: Coordinate?) throws -> Place? {
        guard coordinate != nil || !usesPhotoPosition else {
            throw UsageError(PostText.noPositionInPhotos)
        }
        guard place != nil || coordinate != nil else { return nil }
        return Place(name: place, coordinate: isFuzzed ? coordinate?.fuzzed : coordinate)
    }
}

/// The source of a post's time, as typed by the user: a date, or `photo` for the time in the
/// pictures.
enum PostDate {
    case typed(TypedDate)
    case ofPhotos

    /// Parses a date.
    ///
    /// - Throws: A `ValidationError` if the text is not a date.
    init(parsing text: String) throws {
        self = text == "photo" ? .ofPhotos : .typed(try TypedDate(parsing: text))
    }
}
