import Foundation

/// The output of a decoder: the pixels as stored, and the file's colour profile, for any colour
/// model.
///
/// `Picture` turns the pixels upright, and drops profiles that are not for RGB.
struct DecodedPixels {
    /// The pixels at the target size, before the orientation is applied.
    let raster: Raster
    /// The ICC profile in the file, if any.
    let colourProfile: Data?
}
