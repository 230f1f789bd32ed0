package import Foundation

/// Tiny valid photos, one for each format, all 16 pixels wide and 9 pixels high.
package enum SamplePhotos {
    /// A grey baseline JPEG created by Pillow.
    package static let jpeg = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////
        ////////////////////////////wAALCAAJABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAQP/xAAfEAACAQIHAAAA
        AAAAAAAAAAAAAgESMhEiMUJRcZH/2gAIAQEAAD8AmqpTOVtOBwSi1vCi2z0OyT//2Q==
        """
    )

    /// The same JPEG with the position -33.9,18.4 in its metadata.
    package static let jpegWithPosition = decoded(
        """
        /9j/4QCIRXhpZgAATU0AKgAAAAgAAYglAAQAAAABAAAAGgAAAAAABAABAAIAAAACUwAAAAACAAUAAAADAAAAUAADAAIAAAAC
        RQAAAAAEAAUAAAADAAAAaAAAAAAAAAAhAAAAAQAAADYAAAABAAAAAAAAAAEAAAASAAAAAQAAABgAAAABAAAAAAAAAAH/4AAQ
        SkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////
        ////////////////wAALCAAJABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAQP/xAAfEAACAQIHAAAAAAAAAAAAAAAAAgES
        MhEiMUJRcZH/2gAIAQEAAD8AmqpTOVtOBwSi1vCi2z0OyT//2Q==
        """
    )

    /// A black PNG with a palette, created by Pillow.
    package static let png = decoded(
        """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAAJAQMAAAAB5D5xAAAAA1BMVEUAAACnej3aAAAAC0lEQVR42mNgwAkAABsAAVmY
        PeoAAAAASUVORK5CYII=
        """
    )

    /// A lossy WebP created by Pillow.
    package static let webp = decoded(
        """
        UklGRkYAAABXRUJQVlA4IDoAAADQAQCdASoQAAkACQCsJbAC7AD0LxoWAAD+g8zJEehrutjiA35yPAQuiwBctiQsmv2f
        IbQe/xdgAAAA
        """
    )

    /// A black GIF created by Pillow.
    package static let gif = decoded(
        """
        R0lGODdhEAAJAIAAAAAAAAAAACwAAAAAEAAJAAAIFgABCBxIsKDBgwgTKlzIsKHDhxARBgQAOw==
        """
    )

    /// A HEIC file created by libheif and x265.
    ///
    /// It encodes 64 × 64 pixels, of which a clean aperture of 16 × 9 pixels is shown.
    package static let heic = decoded(
        """
        AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABfG1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAA
        AAAAImlsb2MAAAAAREAAAQABAAAAAAGcAAEAAAAAAAAAOgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEA
        AAAADnBpdG0AAAAAAAEAAAD8aXBycAAAANxpcGNvAAAAdWh2Y0MBA3AAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEM
        Af//A3AAAAMAkAAAAwAAAwAeugJAYQABAClCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgIaDAgAAADIAAAAMAhGIA
        AQAGRAHBc8GJAAAAE2NvbHJuY2x4AAEADQAGgAAAABRpc3BlAAAAAAAAAEAAAABAAAAAKGNsYXAAAAAQAAAAAQAAAAkA
        AAAB////0AAAAAL////JAAAAAgAAABBwaXhpAAAAAAMICAgAAAAYaXBtYQAAAAAAAAABAAEFgQIDBYQAAABCbWRhdAAA
        ADYoAa8FEhXwRPq6NLXvWRSxZ7/0c5w0TRC6W8QDA868ZAND3XE3EFplkLwIbsUoyg7toMOmux0=
        """
    )

    private static func decoded(_ base64: String) -> Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }
}
