public import Foundation
public import TypeSafeAPI

/// What there is to know of a session that is followed.
public enum SessionUpdate: Sendable, Equatable {
    /// One of its scans has gone on or ended.
    case scan(SessionEvent)
    /// The connection is gone, for the reason of the error; it is tried again until it is back. It is said once for each loss.
    case lost(ClientError)
    /// The connection is back. Ends that were missed follow.
    case regained
}

/// Following all scans of a session.
extension ScanClient {
    /// Follows a session's scans, whoever sends them: of asynchronous ones start, progress at most once a second, and end, of others
    /// the end. The first updates tell of the scans that are under way.
    ///
    /// The stream has no end of its own. Where the connection is lost, it is made again after growing waits. Each scan's end comes
    /// once. A consumer that is far behind misses the oldest updates.
    /// - Returns: updates; the stream ends with a `ClientError` where the server can't be reached at first, or refuses.
    public func updates(of session: UUID) -> AsyncThrowingStream<SessionUpdate, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(SessionFollower.waitingLimit)) { continuation in
            let follower = SessionFollower(client: self, session: session) { continuation.yield($0) }
            let task = Task {
                continuation.finish(throwing: await follower.run())
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The newest result that a server stores for a session: its verdict, without the text that was read.
public struct LatestResult: Codable, Sendable, Equatable {
    /// Identifier of the scan; nil where the server doesn't send it.
    public var scanID: UUID?
    /// Time of the verdict, in whole seconds.
    public var timestamp: Date
    /// Risk level of the verdict.
    public var riskLevel: RiskLevel
    /// Estimated probability that the risk level is right, 0…1.
    public var confidence: Double
    /// Coarse category of the scam; `unknown` where there is none.
    public var category: ScamCategory
    /// Fine category of the scam; nil where the server doesn't send it.
    public var scamType: ScamType?
    /// One English sentence about the verdict, for a user to read.
    public var explanation: String

    private enum CodingKeys: String, CodingKey {
        case scanID = "scan_id"
        case timestamp = "ts"
        case riskLevel = "risk_level"
        case confidence, category
        case scamType = "scam_type"
        case explanation
    }
}

/// Preferences of sessions, subjects that sessions share, and screenshots of subjects.
extension ScanClient {
    /// Sets which events a session's webhook gets, in place of what was set before.
    /// - Returns: the preferences with their defaults, without the webhook's secret.
    /// - Throws: `ClientError` with `.notFound` where the server stores nothing for sessions.
    public func setPreferences(
        _ preferences: SessionPreferences, session: UUID
    ) async throws(ClientError) -> SessionPreferences {
        try await decoded(
            .json("PUT", "sessions/\(session.uuidString.lowercased())/preferences", preferences))
    }

    /// Registers a subject of a session, or changes with whom it is shared.
    /// - Parameter id: 1 to `SubjectRegistration.maxIDLength` letters, digits, `.`, `_`, `:` or `-`.
    public func registerSubject(
        _ id: String, _ registration: SubjectRegistration
    ) async throws(ClientError) -> Subject {
        // The id is a part of the path. Others, such as `..`, would name another route.
        guard !id.isEmpty, id != ".", id != "..",
            id.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "._:-".utf8.contains(byte)
                }
            })
        else { throw ClientError(.invalidRequest, context: "the subject's id has characters that no id has") }
        return try await decoded(.json("PUT", "subjects/\(id)", registration))
    }

    /// Tells the server that a session took a screenshot of a subject, or that it dismissed the question whether to check it. The
    /// subject's owner is then notified.
    /// - Throws: `ClientError` with `.notFound` where there is no such subject; with `.unauthorized` where it isn't shared with the
    ///   session.
    public func report(_ event: ScreenshotEvent) async throws(ClientError) -> ScreenshotReceipt {
        try await decoded(.json("POST", "screenshot-events", event))
    }
}

/// What somebody can follow.
public enum FollowedThing: Sendable, Equatable {
    /// An asynchronous scan, by its id.
    case scan(UUID)
    /// A session's scans, and screenshots of what it shares.
    case session(UUID)

    fileprivate var path: String {
        switch self {
        case .scan(let id): "scans/\(id.uuidString.lowercased())/followers"
        case .session(let id): "sessions/\(id.uuidString.lowercased())/followers"
        }
    }

    fileprivate func path(_ follower: UUID) -> String { "\(path)/\(follower.uuidString.lowercased())" }
}

/// Phones, browsers and topics that are told how scans go.
extension ScanClient {
    /// Has somebody told of a scan, or of a session's scans.
    /// - Returns: the follower, without its address. Its id replaces and removes it.
    /// - Throws: `ClientError` with `.unavailable` where the server has no key for addresses or for the carrier; with `.rejected` where
    ///   there are too many followers already.
    public func addFollower(
        _ registration: FollowerRegistration, of thing: FollowedThing
    ) async throws(ClientError) -> Follower {
        try await decoded(.json("POST", thing.path, registration, successStatuses: [201]))
    }

    /// The followers of a scan or a session, oldest first.
    public func followers(of thing: FollowedThing) async throws(ClientError) -> [Follower] {
        let list: FollowerList = try await decoded(APIRequest(path: thing.path))
        return list.followers
    }

    /// Replaces a follower's address, as apps do when a token has changed.
    public func replaceFollower(
        _ id: UUID, of thing: FollowedThing, with registration: FollowerRegistration
    ) async throws(ClientError) -> Follower {
        try await decoded(.json("PUT", thing.path(id), registration))
    }

    /// Tells a follower nothing more.
    /// - Throws: `ClientError` with `.notFound` where there is no such follower.
    public func removeFollower(_ id: UUID, of thing: FollowedThing) async throws(ClientError) {
        _ = try await send(
            APIRequest(method: "DELETE", path: thing.path(id), successStatuses: [204]))
    }
}
