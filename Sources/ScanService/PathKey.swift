import HTTPServer

/// The API key before a request's path, `/k/<key>/scan-image`: an app that can be given a server's URL and nothing else has no other
/// place for it. It is taken off before anything else looks at the request, so that no log, metric or answer can repeat it.
struct PathKey {
    private static let marker = "k"

    /// The key after percent-decoding; not empty.
    let key: String
    /// The target without the key.
    let target: String

    /// Segments are decoded one by one, as the router does. Slashes that follow the key count as one: apps put `/scan-image` after a
    /// URL that may end in a slash.
    /// - Parameter target: path and query as they were sent.
    /// - Returns: nil where the path doesn't begin with a key.
    init?(_ target: String) {
        // Most paths show by their first character that they begin with no key, without being split.
        guard let first = target.utf8.dropFirst().first,
            first == UInt8(ascii: "k") || first == UInt8(ascii: "%")
        else { return nil }
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count >= 3, segments[0].isEmpty,
            PercentDecoding.decode(segments[1]) == Self.marker,
            let key = PercentDecoding.decode(segments[2]), !key.isEmpty
        else { return nil }
        self.key = key
        self.target = "/" + target[segments[2].endIndex...].drop { $0 == "/" }
    }
}

extension ServerRequest {
    /// The request without the key before its path, and that key; nil where there is none.
    var withoutPathKey: (request: ServerRequest, key: String?) {
        guard let prefix = PathKey(head.target) else { return (self, nil) }
        return (ServerRequest(head: head.with(target: prefix.target), body: body, peer: peer), prefix.key)
    }
}
