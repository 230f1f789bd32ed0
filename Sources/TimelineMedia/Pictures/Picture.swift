public import Foundation

/// A decoded picture: upright pixels and their colour profile.
public struct Picture: Hashable, Sendable {
    /// The upright pixels.
    public let raster: Raster
    /// The ICC profile of the pixels, at most 1 MiB; `nil` means sRGB.
    ///
    /// Profiles of other colour models, such as of a CMYK picture converted to RGB, are omitted.
    public let colourProfile: Data?

    /// The maximum size of a colour profile in bytes.
    static let profileLimit = 1 << 20

    /// Creates a picture from its parts.
    public init(raster: Raster, colourProfile: Data? = nil) {
        self.raster = raster
        self.colourProfile = colourProfile
    }
}
