import CHiredis
import TimelineCore

/// A connection to Redis over a Unix socket, by Redis's own client library.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>

    init(socket: String) throws {
        guard let context = redisConnectUnix(socket), context.pointee.err == 0 else {
            throw BenchmarkFailure(reason: "Redis does not answer at \(socket).")
        }
        self.context = context
    }

    deinit { redisFree(context) }

    /// Sends all commands at once, and hands over the replies in their order.
    func run(_ pipeline: RedisPipeline, _ take: (RedisReply) throws -> Void) throws {
        pipeline.bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = redisAppendFormattedCommand(context, start, bytes.count)
        }
        for _ in 0..<pipeline.count { try withReply(take) }
    }

    /// Sends all commands at once, and looks at their replies for errors only.
    func run(_ pipeline: RedisPipeline) throws {
        try run(pipeline) { _ in }
    }

    private func withReply(_ take: (RedisReply) throws -> Void) throws {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
            throw BenchmarkFailure(reason: "Redis has hung up.")
        }
        defer { freeReplyObject(reply) }
        let answer = RedisReply(reply.assumingMemoryBound(to: redisReply.self))
        if let error = answer.error { throw BenchmarkFailure(reason: "Redis says: \(error)") }
        try take(answer)
    }
}

/// What Redis answers to one command; it lives until the next is read.
struct RedisReply {
    private let reply: UnsafeMutablePointer<redisReply>

    init(_ reply: UnsafeMutablePointer<redisReply>) { self.reply = reply }

    /// The text of an error.
    var error: String? { reply.pointee.type == REDIS_REPLY_ERROR ? bytes?.text : nil }

    /// The value of a string, `nil` for no value.
    var bytes: PeerBytes? {
        guard reply.pointee.type != REDIS_REPLY_NIL, let start = reply.pointee.str else {
            return nil
        }
        return PeerBytes(start, count: reply.pointee.len)
    }

    /// The value of a number.
    var integer: Int { Int(reply.pointee.integer) }

    /// How many members an array has.
    var count: Int { reply.pointee.elements }

    /// A member of an array.
    subscript(_ index: Int) -> PeerBytes? {
        guard index < count, let member = reply.pointee.element[index] else { return nil }
        return RedisReply(member).bytes
    }
}
