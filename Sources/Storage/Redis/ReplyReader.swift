internal import CRedis

/// Owns hiredis' reader of replies.
///
/// `@unchecked Sendable` is sound: the value can't be copied, and nobody else has the pointer, so one thread at a time uses it.
struct ReplyReader: ~Copyable, @unchecked Sendable {
    /// Largest reply in bytes. A page of stored results has a few hundred thousand, a picture up to 20 million.
    private static let maxReply = 64 << 20
    private let reader: UnsafeMutablePointer<redisReader>

    init() {
        guard let reader = redisReaderCreate() else { preconditionFailure("no memory for a reader") }
        self.reader = reader
    }

    deinit { redisReaderFree(reader) }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(RedisFault) {
        let fed = redisReaderFeed(reader, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        guard fed == REDIS_OK, reader.pointee.len <= Self.maxReply else { throw .brokenReply }
    }

    /// The next reply; nil where more bytes are needed.
    mutating func next() throws(RedisFault) -> RedisValue? {
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .brokenReply }
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        return RedisValue(reply.assumingMemoryBound(to: redisReply.self).pointee)
    }
}

extension RedisValue {
    fileprivate init(_ reply: redisReply) {
        let bytes = UnsafeRawBufferPointer(start: reply.str, count: reply.str == nil ? 0 : reply.len)
        self =
            switch reply.type {
            case REDIS_REPLY_STRING: .bytes(Array(bytes))
            case REDIS_REPLY_STATUS: .status(String(decoding: bytes, as: UTF8.self))
            case REDIS_REPLY_ERROR: .refusal(RedisRefusal(String(decoding: bytes, as: UTF8.self)))
            case REDIS_REPLY_INTEGER: .integer(Int(reply.integer))
            case REDIS_REPLY_ARRAY: .array(Self.elements(of: reply))
            default: .null
            }
    }

    private static func elements(of reply: redisReply) -> [RedisValue] {
        UnsafeBufferPointer(start: reply.element, count: reply.element == nil ? 0 : reply.elements)
            .map { $0.map { RedisValue($0.pointee) } ?? .null }
    }
}
