internal import CRedis
private import Crypto

/// A reply of the server.
package enum RedisValue: Sendable, Equatable {
    case null
    case integer(Int)
    case bytes([UInt8])
    /// A short answer such as `OK`.
    case status(String)
    case array([RedisValue])
    case refusal(RedisRefusal)

    package var isNull: Bool { self == .null }

    /// A number, also where the server sends it as text.
    package var integer: Int? {
        switch self {
        case .integer(let number): number
        case .bytes, .status: text.flatMap { Int($0) }
        default: nil
        }
    }

    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { return bytes }
        return nil
    }

    package var text: String? {
        switch self {
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
        case .status(let status): status
        default: nil
        }
    }

    package var array: [RedisValue]? {
        if case .array(let values) = self { return values }
        return nil
    }
}

/// What the server says where it doesn't do a command.
package struct RedisRefusal: Error, Sendable, Equatable {
    /// The first word, such as `WRONGTYPE`; `ERR` where the server has no word for it.
    package let code: String
    /// The rest, for operators. It never has a command's arguments, because these can be a person's words.
    package let message: String

    init(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1)
        code = parts.first.map(String.init) ?? "ERR"
        let rest = parts.count > 1 ? String(parts[1]) : ""
        // The server quotes arguments in this sentence only.
        message = rest.hasPrefix("unknown") ? "unknown command" : rest
    }

    /// The server lives, but is no use at this time: it loads its data, is a replica, is full or can't write its file.
    package var isPassing: Bool {
        switch code {
        case "LOADING", "READONLY", "OOM", "MISCONF", "NOREPLICAS", "MASTERDOWN", "BUSY", "CLUSTERDOWN",
            "TRYAGAIN",
            "UNBLOCKED":
            true
        default: false
        }
    }

    /// Another connection may lead to the server that has become the primary one.
    var endsConnection: Bool { ["READONLY", "LOADING", "MASTERDOWN"].contains(code) }
}

extension RedisRefusal: CustomStringConvertible {
    package var description: String { "\(code) \(message)" }
}

/// What can be an argument of a command.
package protocol RedisArgument: Sendable {
    var redisBytes: [UInt8] { get }
}

extension String: RedisArgument {
    package var redisBytes: [UInt8] { Array(utf8) }
}

extension Int: RedisArgument {
    package var redisBytes: [UInt8] { Array(String(self).utf8) }
}

extension Array: RedisArgument where Element == UInt8 {
    package var redisBytes: [UInt8] { self }
}

/// A command in the form of the protocol: an array of strings that each say their length.
package struct RedisCommand: Sendable {
    let encoded: [UInt8]
    /// The same with a script's source, for a server that doesn't know the script by its digest.
    let withSource: (@Sendable () -> RedisCommand)?

    package init(_ arguments: any RedisArgument...) { self.init(arguments) }

    /// Runs a script.
    /// - Parameter keys: all keys that it touches, in one slot.
    package init(_ script: RedisScript, keys: [String], _ arguments: [any RedisArgument] = []) {
        self.init(script.call(keys, arguments)) { RedisCommand(script.callWithSource(keys, arguments)) }
    }

    package init(_ arguments: [any RedisArgument]) { self.init(arguments, withSource: nil) }

    private init(_ arguments: [any RedisArgument], withSource: (@Sendable () -> RedisCommand)?) {
        self.withSource = withSource
        var encoded = Array("*\(arguments.count)\r\n".utf8)
        for argument in arguments {
            let bytes = argument.redisBytes
            encoded += "$\(bytes.count)\r\n".utf8
            encoded += bytes
            encoded += "\r\n".utf8
        }
        self.encoded = encoded
    }
}

/// A Lua script, which the server runs as one step.
package struct RedisScript: Sendable {
    let source: String
    /// The name under which the server keeps the script: its SHA-1 in hexadecimal digits.
    let digest: String

    package init(_ source: String) {
        self.source = source
        digest = Insecure.SHA1.hash(data: Array(source.utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    func call(_ keys: [String], _ arguments: [any RedisArgument]) -> [any RedisArgument] {
        ["EVALSHA", digest, keys.count] + (keys as [any RedisArgument]) + arguments
    }

    func callWithSource(_ keys: [String], _ arguments: [any RedisArgument]) -> [any RedisArgument] {
        ["EVAL", source, keys.count] + (keys as [any RedisArgument]) + arguments
    }
}

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
