import Foundation

/// A measurement of the growth of a task's processor time with the size of its input.
///
/// It uses the processor time of the thread, which hardly depends on the machine's load. It
/// compares two times from the same process, so the speed of the machine does not matter either.
package enum TimeGrowth {
    /// The ratio above which work is not considered linear.
    ///
    /// On a logarithmic scale, it is halfway between 10 for linear work and 100 for quadratic work.
    package static let linearLimit = 31.6

    /// Returns the time for an input of `size`, divided by the time for an input a tenth as large.
    ///
    /// - Parameters:
    ///   - size: The larger of the two sizes.
    ///   - prepare: A closure that creates an input of a given size. Its time is not measured.
    ///   - work: The work to measure, which must remain on the current thread.
    /// - Returns: The lowest of up to three ratios. Another ratio is measured only while all
    ///   previous ratios exceed ``linearLimit``.
    package static func ratio<Input>(
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

    /// Returns the processor time in seconds that the current thread uses for `work`.
    package static func time(_ work: () throws -> Void) rethrows -> Double {
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
