import Foundation

/// The result of a decoder: pixels as they are stored, and the profile in any colour model.
struct DecodedPixels {
    /// The pixels of the target, before the orientation is applied.
    let raster: Raster
    /// The ICC profile in the file, if any.
    let colourProfile: Data?
}
