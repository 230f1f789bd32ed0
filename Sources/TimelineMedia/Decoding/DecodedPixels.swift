import Foundation

/// The result of a decoder: pixels as they are stored, and the profile in any colour model.
///
/// `Picture` turns the pixels upright, and drops profiles that are not for RGB.
struct DecodedPixels {
    /// The pixels of the target, before the orientation is applied.
    let raster: Raster
    /// The ICC profile in the file, if any.
    let colourProfile: Data?
}
