package struct HTTPLimits: Sendable {
    /// Largest size of the request line in bytes. RFC 9112 §3 recommends at least 8,000.
    package var requestLine = 8_192
    /// Largest size of all field lines together in bytes, and of all trailers. Common servers allow 8 to 64 kB.
    package var fieldBytes = 32_768
    /// Largest number of field lines. Each line costs work, however short it is. Apache has the same limit.
    package var fieldCount = 100

    package init() {}
}
