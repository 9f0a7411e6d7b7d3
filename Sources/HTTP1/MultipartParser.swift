/// Bounds on one multipart body.
package struct MultipartLimits: Sendable {
    package var parts = 32
    /// Bytes of one part's header block.
    package var headerBytes = 8_192
    package var headerCount = 16

    package init() {}
}

/// Why a multipart body was refused.
package enum MultipartError: Error, Equatable, Sendable {
    case missingBoundary
    case invalidBoundary
    case malformedHeaders
    case missingName
    case headersTooLarge(limit: Int)
    case tooManyParts(limit: Int)
    case unterminated
}

/// Splits a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) as it arrives: feed bytes, take events.
/// Holds back at most a delimiter's length of content or one header block.
package struct MultipartParser: Sendable {
    package enum Event: Sendable, Equatable {
        case part(PartHeader)
        case content([UInt8])
        case partEnd
    }

    private enum State { case preamble, afterDelimiter, headers, content, epilogue }

    private let delimiter: [UInt8]
    private let limits: MultipartLimits
    private var pending: [UInt8]
    private var state = State.preamble
    private var parts = 0

    /// - Parameter contentType: the request's `Content-Type`, which names the boundary.
    package init(contentType: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        guard let parameter = ParameterizedValue(contentType).parameters["boundary"] else {
            throw .missingBoundary
        }
        let boundary = Array(parameter.utf8)
        // RFC 2046 §5.1.1: 1 to 70 characters of a narrow set, not ending in a space.
        let allowed = Set("'()+_,-./:=? ".utf8)
        guard (1...70).contains(boundary.count), boundary.last != 0x20,
            boundary.allSatisfy({ allowed.contains($0) || ByteClass.isToken($0) })
        else { throw .invalidBoundary }
        delimiter = Array("\r\n--".utf8) + boundary
        self.limits = limits
        // The first delimiter may stand at the very start, where no CRLF comes before it.
        pending = [0x0D, 0x0A]
    }

    /// Takes the next bytes of the body and reports what they complete.
    package mutating func feed(_ bytes: [UInt8]) throws(MultipartError) -> [Event] {
        if state == .epilogue { return [] }
        pending.append(contentsOf: bytes)
        var events: [Event] = []
        var start = 0
        while try step(&start, &events) {}
        pending.removeFirst(start)
        return events
    }

    /// Call at the end of the body.
    package func finish() throws(MultipartError) {
        guard state == .epilogue else { throw .unterminated }
    }

    /// One transition from `pending[start...]`; false where more bytes are needed.
    private mutating func step(_ start: inout Int, _ events: inout [Event]) throws(MultipartError) -> Bool {
        switch state {
        case .preamble, .content:
            let found = pending.firstRange(of: delimiter, from: start)
            // What could still be the start of a delimiter stays.
            let end = found ?? max(start, pending.count - delimiter.count + 1)
            if state == .content, end > start { events.append(.content(Array(pending[start..<end]))) }
            start = end
            guard found != nil else { return false }
            if state == .content { events.append(.partEnd) }
            start += delimiter.count
            state = .afterDelimiter
        case .afterDelimiter:
            guard pending.count >= start + 2 else { return false }
            let next = pending[start..<start + 2]
            if next.elementsEqual("--".utf8) {
                state = .epilogue
                start = pending.count
                return false
            }
            guard next.elementsEqual([0x0D, 0x0A]) else { throw .invalidBoundary }
            parts += 1
            if parts > limits.parts { throw .tooManyParts(limit: limits.parts) }
            // The CRLF stays: an empty header block is then a CRLF CRLF like any other.
            state = .headers
        case .headers:
            let blank: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
            guard let end = pending.firstRange(of: blank, from: start) else {
                if pending.count - start > limits.headerBytes {
                    throw .headersTooLarge(limit: limits.headerBytes)
                }
                return false
            }
            if end - start > limits.headerBytes { throw .headersTooLarge(limit: limits.headerBytes) }
            let block = pending[min(start + 2, end)..<end]
            events.append(.part(try PartHeader(block, maxCount: limits.headerCount)))
            start = end + 4
            state = .content
        case .epilogue:
            start = pending.count
            return false
        }
        return true
    }
}

/// What a part's header says: its form field, its file name and type.
package struct PartHeader: Sendable, Equatable {
    package let name: String
    package let filename: String?
    package let contentType: String?

    init(_ block: ArraySlice<UInt8>, maxCount: Int) throws(MultipartError) {
        var disposition: ParameterizedValue?
        var contentType: String?
        var count = 0
        for line in block.split(separator: 0x0A, omittingEmptySubsequences: false) where !block.isEmpty {
            let line = line.last == 0x0D ? line.dropLast() : line
            count += 1
            guard count <= maxCount,
                let (name, value) = try? InputBuffer(line).withBytes({ bytes in
                    let (name, value) = try FieldParser.split(bytes[...])
                    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
                })
            else { throw .malformedHeaders }
            switch name.lowercased() {
            case "content-disposition":
                guard disposition == nil else { throw .malformedHeaders }
                disposition = ParameterizedValue(value)
            case "content-type": contentType = value
            default: break  // RFC 7578 §4.8: others are ignored.
            }
        }
        guard let disposition, disposition.value == "form-data" else { throw .malformedHeaders }
        guard let name = disposition.parameters["name"] else { throw .missingName }
        self.name = name
        filename = disposition.parameters["filename"]
        self.contentType = contentType
    }
}

extension [UInt8] {
    /// The first place at or after `from` where `pattern` begins.
    func firstRange(of pattern: [UInt8], from: Int) -> Int? {
        guard let first = pattern.first, count >= from + pattern.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            pattern.withUnsafeBufferPointer { pattern in
                var index = from
                let last = bytes.count - pattern.count
                while index <= last {
                    guard bytes[index] == first else {
                        index += 1
                        continue
                    }
                    var matched = 1
                    while matched < pattern.count, bytes[index + matched] == pattern[matched] { matched += 1 }
                    if matched == pattern.count { return index }
                    // A delimiter holds CR only at its start, so no match can begin inside the matched part.
                    index += matched
                }
                return nil
            }
        }
    }
}
