/// The reason why a message was refused. The connection is closed after such an error, because the next bytes can't be
/// trusted.
package enum HTTPParseError: Error, Equatable, Sendable {
    case bareLineFeed
    case bareCarriageReturn
    case malformedRequestLine
    case methodTooLong
    case invalidTarget
    case unsupportedVersion
    case malformedField
    case invalidHost
    case invalidContentLength
    case conflictingLength
    case unsupportedTransferCoding
    case malformedTransferEncoding
    case unsupportedExpectation
    case malformedChunk
    case requestLineTooLong
    case fieldsTooLarge
    case chunkOverheadTooLarge

    /// The status code of the answer, from RFC 9110 §15 and RFC 9112.
    package var status: Int {
        switch self {
        case .bareLineFeed, .bareCarriageReturn, .malformedRequestLine, .invalidTarget, .malformedField,
            .invalidHost, .invalidContentLength, .conflictingLength, .malformedTransferEncoding,
            .malformedChunk,
            .chunkOverheadTooLarge:
            400
        case .requestLineTooLong: 414
        case .unsupportedExpectation: 417
        case .fieldsTooLarge: 431
        case .methodTooLong, .unsupportedTransferCoding: 501
        case .unsupportedVersion: 505
        }
    }
}
