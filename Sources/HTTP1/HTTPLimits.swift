/// Bounds on what one message head may cost.
package struct HTTPLimits: Sendable {
    /// Bytes in the request line. RFC 9112 §3 recommends at least 8,000.
    package var requestLine = 8_192
    /// Bytes in all field lines together, trailers likewise.
    package var fieldBytes = 32_768
    package var fieldCount = 100

    package init() {}
}
