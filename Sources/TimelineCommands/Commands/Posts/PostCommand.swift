import ArgumentParser
import Foundation
import TimelineCore

struct PostCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Share one to ten pictures."
    )

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The files of the pictures: JPEG, PNG, WebP, GIF or HEIC.",
            valueName: "file"
        )
    )
    var image: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A picture in words; once for each, in order.", valueName: "text")
    )
    var alt: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Your words; - reads them from standard input.", valueName: "text")
    )
    var caption: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What the place is called.", valueName: "name")
    )
    var place: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where the place is: LAT,LON in degrees, as in -33.9,18.4.",
            valueName: "lat,lon"
        )
    )
    var at: String?

    @Flag(
        name: .customLong("place-from-photo"),
        help: "Take the position from the first picture that tells one."
    )
    var isPlacedByPhoto = false

    @Flag(
        name: .customLong("fuzz"),
        help: "Round the position to about 1 km; the exact one is kept nowhere."
    )
    var isFuzzed = false

    @OptionGroup var images: ImageOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !image.isEmpty else {
            throw ValidationError("A post needs a picture: give --image FILE.")
        }
        guard at != nil || isPlacedByPhoto || !isFuzzed else {
            throw ValidationError(
                "--fuzz rounds a position: give --at LAT,LON or --place-from-photo."
            )
        }
        guard alt.count <= image.count else {
            throw ValidationError("There are more texts (--alt) than pictures (--image).")
        }
        guard at == nil || !isPlacedByPhoto else {
            throw ValidationError("Give --at or --place-from-photo, not both.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let caption = try caption.map { try context.text($0) } ?? ""
        let given = try at.map { try Coordinate(parsing: $0) }
        let (post, photographed) = try await Progress.shown("Posting", in: context) { _ in
            let photos = try image.enumerated()
                .map { index, path in
                    try PhotoFile(path: path, alt: index < alt.count ? alt[index] : nil)
                }
            let photographed = photos.lazy.compactMap(\.location).first
            let post = try await viewer.post(
                photos,
                caption: caption,
                place: try place(at: isPlacedByPhoto ? photographed : given)
            )
            return (post, photographed)
        }
        let tells = photographed != nil && !isPlacedByPhoto
        let output = try await store.output(showing: [post], images)
        try output.show(post) { layout in
            layout.listed(post) + (tells ? layout.paragraph(Self.placeKept) : [])
        }
    }

    private static let placeKept = """
        The picture tells where it was taken. That stays here: it is left out when others save it. \
        To share the place, post with --place-from-photo.
        """

    private func place(at coordinate: Coordinate?) throws -> Place? {
        guard coordinate != nil || !isPlacedByPhoto else {
            throw UsageError("No picture tells where it was taken; give --at LAT,LON.")
        }
        guard place != nil || coordinate != nil else { return nil }
        return Place(name: place, coordinate: isFuzzed ? coordinate?.fuzzed : coordinate)
    }
}

extension CommandContext {
    /// A text as given, or standard input for `-`, without white space around it.
    func text(_ given: String) throws -> String {
        let text = given == "-" ? try console.readAll() : given
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension PhotoFile {
    /// Reads a picture; rejects a file that is too large before reading it.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``TimelineError/photoRefused(_:name:)``.
    init(path: String, alt: String? = nil) throws {
        let input = InputFile(path: path)
        try input.requireFile()
        guard let photo = try PhotoFile(file: input.url, name: path, alt: alt) else {
            throw CommandError.fileNotFound(path)
        }
        self = photo
    }
}
