import Foundation

/// How the time of some work grows with its input.
///
/// It counts the processor time of the thread, which a busy machine hardly changes, and compares two times of
/// the same process, so that the speed of the machine does not matter either.
public enum TimeGrowth {
    /// The ratio above which work is not linear: halfway, on a logarithmic scale, between 10 for linear work and
    /// 100 for quadratic work.
    public static let linearLimit = 31.6

    /// Compares the time for an input of `size` with that for a tenth of it.
    ///
    /// - Parameters:
    ///   - size: the larger of the two sizes.
    ///   - prepare: makes the input of a size; this is not measured.
    ///   - work: what is measured; it must not leave its thread.
    /// - Returns: the lowest of up to three ratios; the second and third are taken above ``linearLimit`` only.
    public static func ratio<Input>(
        upTo size: Int,
        prepare: (Int) throws -> Input,
        work: (Input) throws -> Void
    ) rethrows -> Double {
        let (small, large) = (try prepare(size / 10), try prepare(size))
        // The first run pays for what the others find in caches.
        _ = try time { try work(small) }
        var ratio = Double.infinity
        for _ in 0..<3 where ratio > linearLimit {
            let short = try (0..<3).map { _ in try time { try work(small) } }.min() ?? 0
            ratio = min(ratio, try time { try work(large) } / short)
        }
        return ratio
    }

    /// The processor time that the thread spends in `work`, in seconds.
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
