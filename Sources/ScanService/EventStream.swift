import HTTPServer
import HTTPTypes
import TypeSafeAPI

/// A job's events as server-sent events (WHATWG HTML §9.2), until the job ends, the client goes or the server stops.
enum EventStream {
    /// Milliseconds until a client that lost the stream connects again.
    private static let retry = "retry: 1000\n\n"
    private static let heartbeat = ": alive\n\n"

    /// - Parameter last: the number of the last event that the client has received; 0 for none.
    static func response(
        _ subscription: any JobFollowing, after last: Int, heartbeat: Duration
    ) -> ServerResponse {
        let latest = subscription.latest
        // A 204 tells the client not to connect again: no event will follow.
        if latest.state.isFinal, last == latest.number { return ServerResponse(status: .noContent) }
        // A number that is greater than every event's belongs to another job.
        let first = last > latest.number ? 0 : last
        var response = ServerResponse(status: .ok, contentType: "text/event-stream") { writer in
            try await writer.write(Array(retry.utf8))
            var seen = first
            while true {
                let events = await subscription.events(after: seen, within: heartbeat)
                for event in events {
                    try await writer.write(bytes(of: event))
                    if event.state.isFinal { return }
                    seen = event.number
                }
                if events.isEmpty, subscription.isOver { return }
                if events.isEmpty { try await writer.write(Array(Self.heartbeat.utf8)) }
            }
        }
        response.head.headerFields[.accelBuffering] = "no"
        return response
    }

    private static func bytes(of event: JobEvent) -> [UInt8] {
        Array("id: \(event.number)\nevent: \(event.state.rawValue)\ndata: ".utf8) + event.json
            + Array("\n\n".utf8)
    }
}
