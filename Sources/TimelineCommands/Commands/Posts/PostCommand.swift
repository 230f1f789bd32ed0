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
        name: .customLong("fuzz"),
        help: "Round the position to about 1 km; the exact one is kept nowhere."
    )
    var isFuzzed = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !image.isEmpty else {
            throw ValidationError("A post needs a picture: give --image FILE.")
        }
        guard at != nil || !isFuzzed else {
            throw ValidationError("--fuzz rounds a position: give --at LAT,LON.")
        }
        guard alt.count <= image.count else {
            throw ValidationError("There are more texts (--alt) than pictures (--image).")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let place = try namedPlace()
        let caption = try caption.map { try context.text($0) } ?? ""
        let post = try await Progress.shown("Posting", in: context) { _ in
            let photos = try image.enumerated()
                .map { index, path in
                    try PhotoFile(path: path, alt: index < alt.count ? alt[index] : nil)
                }
            return try await store.engine.post(
                photos,
                caption: caption,
                place: place,
                by: viewer.id
            )
        }
        try store.output.show(post) { $0.listed(post) }
    }

    private func namedPlace() throws -> Place? {
        let coordinate = try at.map { try Coordinate(parsing: $0) }
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
    /// Reads a picture; a file that is too large is refused before it is read.
    ///
    /// - Throws: ``TimelineError/fileNotFound(_:)``, ``TimelineError/photoRefused(_:name:)``.
    init(path: String, alt: String? = nil) throws {
        let content = try InputFile(path: path)
            .read(upTo: PhotoLimits.bytes) { size in
                TimelineError.photoRefused(.tooLarge(bytes: size), name: path)
            }
        self.init(content: content, name: path, alt: alt)
    }
}
