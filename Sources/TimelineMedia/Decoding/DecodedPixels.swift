import Foundation

/// The result of a decoder: pixels as they are stored, and the profile in any colour model.
struct DecodedPixels {
    let raster: Raster
    let colourProfile: Data?
}
