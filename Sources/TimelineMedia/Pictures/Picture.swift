public import Foundation

/// A decoded picture, which consists of upright pixels and their colour profile.
///
/// ```swift
/// let picture = try Picture(reading: jpeg, fit: .within(640))
/// show(picture.raster.width, picture.raster.height)
/// ```
///
/// A picture takes four bytes of memory per pixel, which is 400 MB for the largest accepted
/// picture. Pass the size that you need to `init(reading:fit:)`, which decodes to that size.
public struct Picture: Hashable, Sendable {
    /// The upright pixels.
    public let raster: Raster
    /// The ICC profile of the pixels, at most 1 MiB, or `nil` for sRGB.
    ///
    /// Profiles for other colour models, such as that of a CMYK picture converted to RGB, are
    /// omitted.
    public let colourProfile: Data?

    /// The maximum size of a colour profile in bytes.
    static let profileLimit = 1 << 20

    /// Creates a picture from its parts.
    public init(raster: Raster, colourProfile: Data? = nil) {
        self.raster = raster
        self.colourProfile = colourProfile
    }
}
