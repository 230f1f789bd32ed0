import Testing

@testable import TimelineCommands

@Suite("Progress estimates")
struct ProgressEstimateTests {
    /// Returns the remaining times shown every tenth of a second while work completes in batches,
    /// at a rate in items per second that depends on the time.
    private static func shown(
        batch: Int,
        total: Int,
        rate: (Double) -> Double
    ) -> [(time: Double, left: Double)] {
        var estimate = ProgressEstimate()
        var shown: [(Double, Double)] = []
        var (time, done, next) = (0.0, 0.0, batch)
        while done < Double(total) {
            time += 0.1
            done += rate(time) / 10
            while done >= Double(next), next <= total {
                estimate.update(next, of: total, at: time)
                next += batch
            }
            // The display starts after half a second.
            if time > 0.5, let left = estimate.secondsLeft(at: time) { shown.append((time, left)) }
        }
        return shown
    }

    @Test("The remaining time neither stalls nor jumps", arguments: [10, 1000, 6000])
    func steady(batch: Int) throws {
        let shown = Self.shown(batch: batch, total: 60_000) { _ in 1000 }
        #expect(shown.count > 500)
        for (last, next) in zip(shown, shown.dropFirst()) {
            #expect(next.left <= last.left + 0.01, "at \(next.time)")
            #expect(next.left >= last.left - 0.5, "at \(next.time)")
        }
        for (time, left) in shown { #expect(abs(left - (60 - time)) < 3, "at \(time)") }
    }

    @Test("It follows work that slows down, without a jump")
    func slowing() throws {
        let shown = Self.shown(batch: 500, total: 60_000) { $0 < 20 ? 2000 : 500 }
        for (last, next) in zip(shown, shown.dropFirst()) {
            #expect(abs(next.left - last.left) < 1.5, "at \(next.time)")
        }
        let late = try #require(shown.first { $0.time > 50 })
        #expect(abs(late.left - 10) < 6)
        #expect(try #require(shown.last).left < 3)
    }

    @Test("The rate of a transfer is shown while bytes arrive")
    func transfer() throws {
        var estimate = ProgressEstimate()
        #expect(estimate.recentRate(at: 1) == nil)
        for second in 1...4 {
            estimate.update(1_500_000 * second, of: 1_500_000 * second, at: Double(second))
        }
        let rate = try #require(estimate.recentRate(at: 5))
        #expect(ProgressText.bytes(perSecond: rate) == "1.5 MB/s")
        #expect(estimate.recentRate(at: 20) == nil)
    }

    @Test("Work in two parts has a time left of its own in the second, after an unknown total")
    func parts() throws {
        var estimate = ProgressEstimate()
        for second in 1...10 { estimate.update(5000 * second, of: 0, at: Double(second)) }
        #expect(estimate.done == 50_000 && estimate.total == 0)
        for number in 1...299 {
            let time = 10 + Double(number) / 10
            estimate.update(number, of: 300, at: time)
            #expect(estimate.done == number && estimate.total == 300)
            let left = estimate.secondsLeft(at: time)
            #expect(abs(try #require(left) - Double(300 - number) / 10) < 0.1)
        }
    }

    @Test("Numbers are grouped, and long waits are in minutes")
    func text() {
        let text = ProgressText.progress(12_345, of: 60_000, perSecond: 1234.5, secondsLeft: 38.2)
        #expect(text == "12,345 of 60,000, 1,234/s, 39 s left")
        let slow = ProgressText.progress(1, of: 60, perSecond: 0.25, secondsLeft: 236)
        #expect(slow == "1 of 60, 0.3/s, 4 min left")
        #expect(ProgressText.progress(5000, perSecond: 2000) == "5,000, 2,000/s")
    }
}
