private import Crypto

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
