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
