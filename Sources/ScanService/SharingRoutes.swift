import Foundation
import HTTPServer
import HTTPTypes
import Outbound
import Storage
import Synchronization
import Texts
import TypeSafeAPI

/// Routes for the preferences of sessions, for subjects that sessions share, and for screenshots of subjects. Whoever
/// knows a session's id may act for that session.
struct SharingRoutes: Sendable {
    /// Largest body in bytes. A subject with a hundred participants has 4 kB.
    private static let bodyLimit = 65_536

    /// Makes the events for webhooks; nil where the server stores nothing.
    let publisher: WebhookPublisher?
    /// Tells followers of screenshots; nil where there can be none.
    let following: ScanFollowing?

    func add(to router: inout ServiceRouter) {
        router.on(.put, "/sessions/{id}/preferences", scope: .scan) { request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await putPreferences(request) }
        }
        router.on(.put, "/subjects/{id}", scope: .scan) { request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await putSubject(request) }
        }
        router.on(.post, "/screenshot-events", scope: .scan) { request throws(ServiceError) in
            try await offEventLoop { () throws(ServiceError) in try await postScreenshotEvent(request) }
        }
    }

    @concurrent
    private func putPreferences(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        typealias Key = SessionPreferences.CodingKeys
        let session = try request.pathID("id")
        let publisher = try publisherOrRefusal
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        let verdicts = try fields.string(Key.verdicts) ?? VerdictPreference.high.rawValue
        guard let level = VerdictPreference(rawValue: verdicts) else {
            throw fields.invalid(Key.verdicts, .mustBePreference)
        }
        let preferences = StoredPreferences(
            webhook: try fields.object(Key.webhook).map { fields throws(ServiceError) in
                try webhook(fields, policy: publisher.policy)
            },
            notifications: try fields.flag(Key.notifications) ?? true,
            screenshotEvents: try fields.flag(Key.screenshotEvents) ?? true, verdicts: level)
        let isKept = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await publisher.sharing.put(
                preferences, of: session, at: Date(), by: request.caller.client)
        }
        guard isKept else { throw .store(.unavailable(.full)) }
        return Responses.json(SessionPreferences(preferences))
    }

    private func webhook(
        _ fields: RequestFields, policy: DestinationPolicy
    ) throws(ServiceError) -> StoredWebhook {
        typealias Key = SessionWebhook.CodingKeys
        let url = try fields.required(Key.url, try fields.string(Key.url))
        let secret = try fields.required(Key.secret, try fields.string(Key.secret))
        do throws(OutboundURLError) {
            _ = try OutboundURL(url, policy: policy)
        } catch {
            throw error.field(Key.url, of: fields)
        }
        guard WebhookSecret(secret) != nil else {
            throw fields.invalid(Key.secret, .mustBeSecret)
        }
        return StoredWebhook(url: url, secret: secret)
    }

    @concurrent
    private func putSubject(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        typealias Key = SubjectRegistration.CodingKeys
        guard let id = request.parameters["id"], Self.isSubjectID(id) else {
            throw .invalidField(name: "id", rule: .mustBeSubjectId, Self.subjectIDBound)
        }
        let publisher = try publisherOrRefusal
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        let limit = SubjectRegistration.maxParticipants
        let subject = StoredSubject(
            id: id, owner: try fields.required(Key.ownerSessionID, try fields.id(Key.ownerSessionID)),
            participants: try fields.required(
                Key.participants, try fields.ids(Key.participants, limit: limit)))
        let change = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await publisher.sharing.put(subject, at: Date(), by: request.caller.client)
        }
        switch change {
        case .saved(let saved):
            return Responses.json(
                Subject(
                    id: id, participants: Set(saved.participants).count, screenshotAt: saved.screenshotAt))
        case .tooMany: throw .store(.unavailable(.full))
        }
    }

    @concurrent
    private func postScreenshotEvent(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        typealias Key = ScreenshotEvent.CodingKeys
        let publisher = try publisherOrRefusal
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        let session = try fields.required(Key.sessionID, try fields.id(Key.sessionID))
        let subject = try fields.required(Key.subjectID, try fields.string(Key.subjectID))
        guard Self.isSubjectID(subject) else {
            throw fields.invalid(Key.subjectID, .mustBeSubjectId, Self.subjectIDBound)
        }
        let takenAt = try fields.required(Key.takenAt, try fields.time(Key.takenAt))
        let isDismissal = try fields.flag(Key.dismissed) ?? false
        let now = Date()
        guard takenAt.timeIntervalSince(now) <= Double(ScreenshotEvent.maxSkew),
            now.timeIntervalSince(takenAt) <= Double(ScreenshotEvent.maxAge)
        else { throw fields.invalid(Key.takenAt, .mustBeRecent) }
        let screenshot = ScreenshotFacts(
            subjectID: subject, screenshotAt: takenAt, dismissed: isDismissal ? true : nil)
        let owners = Mutex<Set<UUID>>([])
        let change = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await publisher.sharing.record(
                ScreenshotReport(
                    subject: subject, session: session, takenAt: takenAt, isDismissal: isDismissal), at: now
            ) { owner in
                owners.withLock { _ = $0.insert(owner) }
                return publisher.event(
                    about: screenshot, from: session, for: owner, at: now, by: request.caller.client)
            }
        }
        switch change {
        case .unknownSubject: throw .unknownSubject
        case .notParticipant: throw .notAParticipant
        case .ignored(let screenshotAt):
            return Responses.json(ScreenshotReceipt(notified: false, screenshotAt: screenshotAt))
        case .recorded(let screenshotAt, let receipt):
            publisher.report(receipt)
            var isTold = receipt.queued > 0
            for owner in owners.withLock(\.self) {
                let told = await following?.noticed(screenshot, from: session, for: owner)
                if told == true { isTold = true }
            }
            return Responses.json(ScreenshotReceipt(notified: isTold, screenshotAt: screenshotAt))
        }
    }

    private var publisherOrRefusal: WebhookPublisher {
        get throws(ServiceError) {
            guard let publisher else { throw .noResult(isKeeping: false) }
            return publisher
        }
    }

    private static let subjectIDBound: [String: Sentence.Argument] = [
        "limit": .number(SubjectRegistration.maxIDLength)
    ]

    private static func isSubjectID(_ id: String) -> Bool {
        id.isIdentifier(limit: SubjectRegistration.maxIDLength, punctuation: ".-_:")
    }
}

extension SessionPreferences {
    /// Makes the wire's preferences without the secret, which is never sent back.
    fileprivate init(_ stored: StoredPreferences) {
        self.init(
            webhook: stored.webhook.map { SessionWebhook(url: $0.url, secret: nil) },
            notifications: stored.notifications, screenshotEvents: stored.screenshotEvents,
            verdicts: stored.verdicts)
    }
}

extension OutboundURLError {
    fileprivate func field(_ key: some RawRepresentable<String>, of fields: RequestFields) -> ServiceError {
        switch self {
        case .tooLong(let limit): fields.invalid(key, .mustBeShorter, ["limit": .number(limit)])
        case .malformed: fields.invalid(key, .mustBeHttpsUrl)
        case .scheme: fields.invalid(key, .mustBeginHttps)
        case .address: fields.invalid(key, .mustBePublic)
        }
    }
}
