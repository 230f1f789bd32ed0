import TimelineCore

/// How large a picture is wanted; none is ever enlarged.
public enum PictureFit: Hashable, Sendable {
    /// All of its pixels.
    case whole
    /// So that it fits into a square of this many pixels a side.
    case within(Int)
    /// The square in its middle, in this many pixels a side.
    case square(Int)
}

/// Which part of a stored picture becomes how many pixels.
struct Sampling: Hashable {
    let source: PixelSize
    let left: Int
    let top: Int
    let part: PixelSize
    let target: PixelSize

    /// Plans what `fit` asks of a picture of `source` pixels, which must have one.
    init(_ source: PixelSize, _ fit: PictureFit) {
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

    /// A plan of another source that shows the same, such as one that a decoder has made smaller already.
    init(_ plan: Sampling, of source: PixelSize) {
        self.source = source
        target = plan.target
        let share = { (length: Int, small: Int, whole: Int) in
            Int((Double(length) * Double(small) / Double(whole)).rounded())
        }
        left = share(plan.left, source.width, plan.source.width)
        top = share(plan.top, source.height, plan.source.height)
        part = PixelSize(
            width: max(
                1,
                min(source.width - left, share(plan.part.width, source.width, plan.source.width))
            ),
            height: max(
                1,
                min(source.height - top, share(plan.part.height, source.height, plan.source.height))
            )
        )
    }
}

extension PixelSize {
    /// The size made smaller as `long` becomes `side`; no side becomes 0.
    func scaled(from long: Int, to side: Int) -> PixelSize {
        guard side < long else { return self }
        let share = { (length: Int) in
            max(1, Int((Double(length) * Double(max(1, side)) / Double(long)).rounded()))
        }
        return PixelSize(width: share(width), height: share(height))
    }
}
