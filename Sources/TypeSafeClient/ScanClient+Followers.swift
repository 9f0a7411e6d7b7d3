public import Foundation
public import TypeSafeAPI

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
