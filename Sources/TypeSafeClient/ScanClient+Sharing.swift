public import Foundation
public import TypeSafeAPI

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
