import Foundation

/// Measures how the time of some work grows with its input.
///
/// It uses the thread's processor time, which hardly depends on the load of the machine, and
/// compares two times of the same process, so that the speed of the machine does not matter either.
public enum TimeGrowth {
    /// The ratio above which work is not linear: halfway, on a logarithmic scale, between 10 for
    /// linear work and 100 for quadratic work.
    public static let linearLimit = 31.6

    /// Returns the time for an input of `size` divided by the time for a tenth of it.
    ///
    /// - Parameters:
    ///   - size: The larger of the two sizes.
    ///   - prepare: Creates an input of a given size; not measured.
    ///   - work: The measured work, which must stay on its thread.
    /// - Returns: The lowest of up to three ratios. It measures again only above ``linearLimit``.
    public static func ratio<Input>(
        upTo size: Int,
        prepare: (Int) throws -> Input,
        work: (Input) throws -> Void
    ) rethrows -> Double {
        let (small, large) = (try prepare(size / 10), try prepare(size))
        // The first run fills the caches.
        _ = try time { try work(small) }
        var ratio = Double.infinity
        for _ in 0..<3 where ratio > linearLimit {
            let short = try (0..<3).map { _ in try time { try work(small) } }.min() ?? 0
            ratio = min(ratio, try time { try work(large) } / short)
        }
        return ratio
    }

    /// Returns the processor time that the thread spends in `work`, in seconds.
    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
