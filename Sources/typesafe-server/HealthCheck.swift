import Sockets

/// Asks a running server whether it is alive: for containers, which have no curl.
enum HealthCheck {
    static func isAlive(at place: ListeningPlace) -> Bool {
        guard let target = place.local,
            let answer = try? BlockingClient.exchange(
                Array("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8),
                with: target,
                timeoutSeconds: 2)
        else { return false }
        return answer.starts(with: "HTTP/1.1 200 ".utf8)
    }
}
