import Foundation

/// The bytes of a value that is being written as JSON, and what of it isn't closed yet. `WireEncoder` tells it what to write.
struct WireWriter {
    enum ContainerKind { case object, array }

    /// An object or an array that isn't closed yet.
    private struct Open {
        let kind: ContainerKind
        /// The number of members of the objects around this one.
        let membersBefore: Int
        var isEmpty = true
    }

    /// A member of an object that isn't closed yet. `start` and `end` are the places of its first byte and behind its last one.
    private struct Member {
        let key: String
        /// The key's first eight bytes as a number, which tells most keys apart.
        let prefix: UInt64
        let start: Int
        var end: Int

        init(_ key: String, at place: Int) {
            self.key = key
            var prefix: UInt64 = 0
            var shift: UInt64 = 64
            for byte in key.utf8.prefix(8) {
                shift -= 8
                prefix |= UInt64(byte) << shift
            }
            self.prefix = prefix
            (start, end) = (place, place)
        }

        static func < (one: Member, other: Member) -> Bool {
            one.prefix == other.prefix
                ? one.key.utf8.lexicographicallyPrecedes(other.key.utf8) : one.prefix < other.prefix
        }
    }

    /// Bytes, containers and members that there is room for from the start: as many as most responses have.
    private static let commonSizes = (bytes: 4_096, depth: 8, members: 64)

    private(set) var bytes: [UInt8] = []
    private var open: [Open] = []
    private var members: [Member] = []

    init() {
        bytes.reserveCapacity(Self.commonSizes.bytes)
        open.reserveCapacity(Self.commonSizes.depth)
        members.reserveCapacity(Self.commonSizes.members)
    }

    // MARK: Containers

    /// - Returns: the depth by which the container names itself when it writes.
    mutating func begin(_ kind: ContainerKind) -> Int {
        append(kind == .object ? "{" : "[")
        open.append(Open(kind: kind, membersBefore: members.count))
        return open.count
    }

    /// Begins a member of the object with this depth. Its value must follow.
    mutating func beginMember(_ key: String, at depth: Int) {
        beginElement(at: depth)
        members.append(Member(key, at: bytes.count))
        write(key)
        append(":")
    }

    /// Begins an element of the container with this depth.
    mutating func beginElement(at depth: Int) {
        close(to: depth)
        precondition(depth == open.count, "a container is written to after its parent went on")
        endMember()
        if !open[depth - 1].isEmpty { append(",") }
        open[depth - 1].isEmpty = false
    }

    /// How many containers are open, and how much is written.
    var place: (depth: Int, length: Int) { (open.count, bytes.count) }

    /// Ends a value that is no scalar.
    /// - Parameter start: the place where it began.
    mutating func endValue(from start: (depth: Int, length: Int)) {
        // A value that writes nothing is an empty object, as it is for `JSONEncoder`.
        if bytes.count == start.length { append("{}") }
        close(to: start.depth)
    }

    /// Closes what is open deeper than this. An `Encodable` doesn't say when it is done with a container.
    private mutating func close(to depth: Int) {
        while open.count > depth {
            endMember()
            let ended = open.removeLast()
            if members.count > ended.membersBefore {
                sortMembers(from: ended.membersBefore)
                members.removeSubrange(ended.membersBefore...)
            }
            append(ended.kind == .object ? "}" : "]")
        }
    }

    private mutating func endMember() {
        guard let innermost = open.last, members.count > innermost.membersBefore else { return }
        members[members.count - 1].end = bytes.count
    }

    /// Puts the members of an object into the order of their keys' bytes. They are the last of what is written.
    private mutating func sortMembers(from first: Int) {
        let start = members[first].start
        var isSorted = true
        // Objects have few members, most of them in order.
        for index in members.indices[(first + 1)...] {
            var place = index
            while place > first, members[place] < members[place - 1] {
                members.swapAt(place, place - 1)
                place -= 1
                isSorted = false
            }
        }
        if isSorted { return }
        let unsorted = Array(bytes[start...])
        bytes.removeSubrange(start...)
        for member in members[first...] {
            if bytes.count > start { append(",") }
            bytes += unsorted[(member.start - start)..<(member.end - start)]
        }
    }

    // MARK: Values

    /// Writes a value of a type that is no container, whichever it is, or an array of texts, of which answers have many.
    /// - Returns: false for a value of any other type.
    mutating func write<Value>(scalar value: Value) throws -> Bool {
        // Comparing types takes a fraction of a cast's time, and all casts but one would fail.
        func known<Known>(_ type: Known.Type) -> Known? { Value.self == type ? value as? Known : nil }
        if let text = known(String.self) {
            write(text)
        } else if let texts = known([String].self) {
            write(texts)
        } else if let number = known(Double.self) {
            try write(number)
        } else if let number = known(Float.self) {
            try write(number)
        } else if let flag = known(Bool.self) {
            write(flag)
        } else if let time = known(Date.self) {
            write(time)
        } else if let number = known(Int.self) {
            write(number)
        } else if let number = known(Int64.self)?.description ?? known(Int32.self)?.description
            ?? known(Int16.self)?.description ?? known(Int8.self)?.description
            ?? known(UInt.self)?.description ?? known(UInt64.self)?.description
            ?? known(UInt32.self)?.description ?? known(UInt16.self)?.description
            ?? known(UInt8.self)?.description
        {
            write(plain: number)
        } else {
            return false
        }
        return true
    }

    mutating func writeNull() { append("null") }

    mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    mutating func write(_ value: Int) { write(plain: value.description) }

    /// - Throws: for values that JSON has no number for.
    mutating func write(_ value: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
        }
        let text = value.description
        write(plain: text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }

    /// Writes a time as RFC 3339 has it, in UTC and to the second.
    mutating func write(_ time: Date) {
        append("\"")
        WireTime.append(time, to: &bytes)
        append("Z\"")
    }

    mutating func write(_ value: String) {
        append("\"")
        var value = value
        value.withUTF8 { text in
            var start = 0
            for (place, byte) in text.enumerated() {
                let obeyed = VisibleJSON.mayBeginObeyed(byte) ? Self.obeyed(text[place...]) : nil
                guard obeyed != nil || Self.isEscaped(byte) else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
                if let obeyed { write(plain: VisibleJSON.escape(obeyed.value)) } else { writeEscaped(byte) }
                start = place + (obeyed.map { UTF8.width($0) } ?? 1)
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
        append("\"")
    }

    private mutating func write(_ texts: [String]) {
        append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { append(",") }
            write(text)
        }
        append("]")
    }

    /// Writes characters that need no escapes.
    private mutating func write(plain text: some StringProtocol) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The first character of valid UTF-8, if a terminal would obey it.
    private static func obeyed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        String(decoding: text.prefix(3), as: UTF8.self).unicodeScalars.first.flatMap {
            VisibleJSON.isObeyed($0) ? $0 : nil
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default: write(plain: VisibleJSON.escape(UInt32(byte)))
        }
    }
}
