package import TimelineCore

extension Session.ID {
    /// The ID in hexadecimal digits, as the field ``FormField/session`` contains it.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
