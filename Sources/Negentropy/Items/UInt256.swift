/// An unsigned integer of 256 bits.
///
/// The protocol reads IDs as little-endian integers and adds them modulo 2^256.
struct UInt256: Hashable, Sendable {
    /// The limbs, each of 64 bits, from the least significant to the most significant.
    var limb0: UInt64 = 0
    var limb1: UInt64 = 0
    var limb2: UInt64 = 0
    var limb3: UInt64 = 0

    /// Returns the sum modulo 2^256.
    static func &+ (left: Self, right: Self) -> Self {
        var (sum, carry) = (Self(), UInt64(0))
        (sum.limb0, carry) = add(left.limb0, right.limb0, carry)
        (sum.limb1, carry) = add(left.limb1, right.limb1, carry)
        (sum.limb2, carry) = add(left.limb2, right.limb2, carry)
        (sum.limb3, _) = add(left.limb3, right.limb3, carry)
        return sum
    }

    /// Returns the difference modulo 2^256.
    static func &- (left: Self, right: Self) -> Self {
        var (difference, borrow) = (Self(), UInt64(0))
        (difference.limb0, borrow) = subtract(left.limb0, right.limb0, borrow)
        (difference.limb1, borrow) = subtract(left.limb1, right.limb1, borrow)
        (difference.limb2, borrow) = subtract(left.limb2, right.limb2, borrow)
        (difference.limb3, _) = subtract(left.limb3, right.limb3, borrow)
        return difference
    }

    private static func add(
        _ left: UInt64,
        _ right: UInt64,
        _ carry: UInt64
    ) -> (UInt64, UInt64) {
        let (sum, overflow) = left.addingReportingOverflow(right)
        let (total, secondOverflow) = sum.addingReportingOverflow(carry)
        return (total, overflow || secondOverflow ? 1 : 0)
    }

    private static func subtract(
        _ left: UInt64,
        _ right: UInt64,
        _ borrow: UInt64
    ) -> (UInt64, UInt64) {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        let (total, secondOverflow) = difference.subtractingReportingOverflow(borrow)
        return (total, overflow || secondOverflow ? 1 : 0)
    }
}
