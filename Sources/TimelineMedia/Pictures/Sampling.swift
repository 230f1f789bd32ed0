import PictureFiles

/// A plan for cropping and scaling a picture: the part of the source to use, and the size of the
/// target.
///
/// Decoders produce pixels only for that part and at the size of the target, so a square thumbnail
/// of a panorama takes memory for the thumbnail only. The target is never larger than the part, and
/// both contain at least one pixel.
struct Sampling: Hashable {
    /// The size of the stored picture.
    let source: PixelSize
    /// The distance of the part from the left edge of the source.
    let left: Int
    /// The distance of the part from the top edge of the source.
    let top: Int
    /// The size of the part, whose sides are equal for squares.
    let part: PixelSize
    /// The size of the result.
    let target: PixelSize

    /// Creates the plan that applies `fit` to a picture with the size `source`, which must not be
    /// empty.
    ///
    /// - Parameters:
    ///   - source: The size of the stored picture.
    ///   - fit: The requested size. The orientation makes no difference, because the same rules
    ///     apply to both sides.
    init(_ source: PixelSize, fit: PictureFit) {
        self.source = source
        let (short, long) = (min(source.width, source.height), max(source.width, source.height))
        let isSquare = if case .square = fit { true } else { false }
        let most = isSquare ? short : long
        part = PixelSize(width: min(source.width, most), height: min(source.height, most))
        left = (source.width - part.width) / 2
        top = (source.height - part.height) / 2
        target =
            switch fit {
            case .whole: part
            case .within(let side): part.scaled(from: long, to: side)
            case .square(let side): part.scaled(from: short, to: side)
            }
    }

    /// Creates a plan for the same picture at a different size, such as after a decoder has scaled
    /// it down.
    ///
    /// - Parameters:
    ///   - plan: The plan for the original size.
    ///   - source: The size that the decoder has produced, at least as large as the target.
    init(_ plan: Sampling, of source: PixelSize) {
        self.source = source
        target = plan.target
        let scaled = { (length: Int, small: Int, whole: Int) in
            Int((Double(length) * Double(small) / Double(whole)).rounded())
        }
        left = scaled(plan.left, source.width, plan.source.width)
        top = scaled(plan.top, source.height, plan.source.height)
        part = PixelSize(
            width: max(
                1,
                min(source.width - left, scaled(plan.part.width, source.width, plan.source.width))
            ),
            height: max(
                1,
                min(
                    source.height - top,
                    scaled(plan.part.height, source.height, plan.source.height)
                )
            )
        )
    }
}

extension PixelSize {
    /// Returns the size scaled down so that a side of the length `long` becomes `side`.
    ///
    /// No side becomes 0.
    func scaled(from long: Int, to side: Int) -> PixelSize {
        guard side < long else { return self }
        let scaled = { (length: Int) in
            max(1, Int((Double(length) * Double(max(1, side)) / Double(long)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
