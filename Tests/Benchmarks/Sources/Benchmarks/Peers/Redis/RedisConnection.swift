import CHiredis
import TimelineCore

/// A connection to Redis over a Unix socket, through hiredis.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>

    init(socket: String) throws {
        guard let context = redisConnectUnix(socket), context.pointee.err == 0 else {
            throw BenchmarkFailure(reason: "Redis does not answer at \(socket).")
        }
        self.context = context
    }

    deinit { redisFree(context) }

    /// Sends all commands at once.
    ///
    /// - Parameters:
    ///   - pipeline: The commands.
    ///   - handle: A closure that receives the replies in the order of the commands.
    /// - Throws: ``BenchmarkFailure`` with Redis's message, or any error thrown by `handle`.
    func run(_ pipeline: RedisPipeline, handle: (RedisReply) throws -> Void) throws {
        pipeline.bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = redisAppendFormattedCommand(context, start, bytes.count)
        }
        for _ in 0..<pipeline.count { try withReply(handle) }
    }

    /// Sends all commands at once and checks the replies for errors.
    func run(_ pipeline: RedisPipeline) throws {
        try run(pipeline) { _ in }
    }

    private func withReply(_ handle: (RedisReply) throws -> Void) throws {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
            throw BenchmarkFailure(reason: "Redis closed the connection.")
        }
        defer { freeReplyObject(reply) }
        let typed = RedisReply(reply.assumingMemoryBound(to: redisReply.self))
        if let error = typed.error { throw BenchmarkFailure(reason: "Redis: \(error)") }
        try handle(typed)
    }
}

/// The reply to a command, which is valid until the next reply is read.
struct RedisReply {
    private let reply: UnsafeMutablePointer<redisReply>

    init(_ reply: UnsafeMutablePointer<redisReply>) { self.reply = reply }

    /// The message of an error, or `nil` for any other reply.
    var error: String? { reply.pointee.type == REDIS_REPLY_ERROR ? bytes?.text : nil }

    /// The value of a string, or `nil` if it is missing.
    var bytes: PeerBytes? {
        guard reply.pointee.type != REDIS_REPLY_NIL, let start = reply.pointee.str else {
            return nil
        }
        return PeerBytes(start, count: reply.pointee.len)
    }

    /// The value of an integer reply.
    var integer: Int { Int(reply.pointee.integer) }

    /// The number of elements in an array.
    var count: Int { reply.pointee.elements }

    /// Returns an element of an array, or `nil` if it is missing.
    subscript(_ index: Int) -> PeerBytes? {
        guard index < count, let member = reply.pointee.element[index] else { return nil }
        return RedisReply(member).bytes
    }
}
