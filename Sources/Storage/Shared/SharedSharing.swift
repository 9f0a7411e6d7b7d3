package import SystemSupport
import Crypto
package import Foundation
import ScamTaxonomy

/// Preferences and subjects. All are in one slot, so that each change is one step.
package struct SharedSharing: SharingStore {
    private let store: SharedStore
    private var limits: SharingLimits { store.configuration.sharing }
    private var base: String { store.keys.sharing }

    package init(_ store: SharedStore) {
        self.store = store
    }

    // MARK: Preferences

    package func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> Bool {
        // Messages that wait for the old URL must not go to the new one.
        if let known = try await self.preferences(of: session), known.webhook?.url != preferences.webhook?.url
        {
            try await SharedOutbox(store).deleteEndpoint(.session(session))
        }
        let now = store.milliseconds(now)
        let kept = try await store.run(
            SharingScripts.putPreferences, base,
            [
                session.key, store.share(of: client), Int(now), Int(now + limits.age.storedMilliseconds),
                limits.entries, preferences.webhook?.url ?? "", preferences.webhook?.secret ?? "",
                preferences.notifications ? 1 : 0, preferences.screenshotEvents ? 1 : 0,
                preferences.verdicts.rawValue,
            ])
        return kept.integer == 1
    }

    package func preferences(of session: UUID) async throws(StoreError) -> StoredPreferences? {
        let fields =
            try await store.run([
                RedisCommand(
                    "HMGET", "\(base)preferences:\(session.key)", "url", "secret", "notifications",
                    "screenshots",
                    "verdicts")
            ])[0].array ?? []
        guard fields.count == 5, let url = fields[0].text, let secret = fields[1].text else { return nil }
        return StoredPreferences(
            webhook: url.isEmpty ? nil : StoredWebhook(url: url, secret: secret),
            notifications: fields[2].integer == 1, screenshotEvents: fields[3].integer == 1,
            verdicts: fields[4].text.flatMap(VerdictPreference.init(rawValue:)) ?? .off)
    }

    func removeWebhook(of session: UUID) async throws(StoreError) {
        _ = try await store.run(SharingScripts.removeWebhook, base, [session.key])
    }

    /// Starts the time again for which preferences are kept, because they were used.
    func touch(_ session: UUID) async throws(StoreError) {
        let expiry = store.now + limits.age.storedMilliseconds
        _ = try await store.run(SharingScripts.touch, base, [session.key, Int(expiry)])
    }

    // MARK: Subjects

    /// A subject's id in keys. Clients choose ids, so they may hold anything.
    private func digest(_ subject: String) -> String {
        SHA256.hash(data: Data(subject.utf8)).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    package func put(
        _ subject: StoredSubject, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> SubjectChange {
        let now = store.milliseconds(now)
        let head: [any RedisArgument] = [
            digest(subject.id), subject.owner.key, store.share(of: client), Int(now),
            Int(now + limits.age.storedMilliseconds), limits.entries,
        ]
        let change = try await store.run(
            SharingScripts.putSubject, base, head + subject.participants.map { $0.key as any RedisArgument })
        guard let change = change.array, change.first?.integer == 1, change.count == 2 else {
            return .tooMany
        }
        var saved = subject
        saved.screenshotAt = time(change[1])
        return .saved(saved)
    }

    private func time(_ value: RedisValue) -> Date? {
        value.integer.map { Date(storedMilliseconds: Int64($0)) }
    }

    /// The messages are stored before the screenshot is, so a report that failed in the middle can come again. The outbox takes each
    /// event once.
    package func record(
        _ report: ScreenshotReport, at now: Date,
        event: @escaping @Sendable (_ owner: UUID) -> OutboxEvent?
    ) async throws(StoreError) -> ScreenshotChange {
        let subject = digest(report.subject)
        let taken = Int(report.takenAt.storedMilliseconds)
        let now = store.milliseconds(now)
        let found = try await store.run(
            SharingScripts.findOwners, base,
            [
                subject, report.session.key, taken, Int(now - limits.screenshotAge.storedMilliseconds),
                limits.screenshots, report.isDismissal ? 1 : 0,
            ])
        switch (found.array?.first?.text, found.array?.dropFirst().first) {
        case ("unknown", _): return .unknownSubject
        case ("stranger", _): return .notParticipant
        case ("own", let at): return .ignored(screenshotAt: at.flatMap(time))
        default: break
        }
        var receipt = OutboxReceipt()
        var (isNew, latest): (Bool, Date?) = (false, nil)
        for row in (found.array ?? []).dropFirst() {
            guard let row = row.array, row.count == 3, let owner = row[0].text.flatMap(UUID.init(uuidString:))
            else { throw .rejected(code: 0) }
            latest = [latest, time(row[1])].compactMap(\.self).max()
            guard row[2].integer == 1 else { continue }
            if let event = event(owner) {
                let told = try await SharedOutbox(store).insert(event)
                receipt.queued += told.queued
                receipt.dropped += told.dropped
            }
            _ = try await store.run(
                SharingScripts.recordScreenshot, base,
                [
                    subject, owner.key, report.session.key, taken,
                    Int(now + limits.screenshotAge.storedMilliseconds),
                    Int(now + limits.age.storedMilliseconds), report.isDismissal ? 1 : 0,
                ])
            isNew = true
            latest = [latest, Date(storedMilliseconds: Int64(taken))].compactMap(\.self).max()
        }
        return isNew ? .recorded(screenshotAt: latest, receipt) : .ignored(screenshotAt: latest)
    }

    // MARK: Deletion

    /// Deletes preferences, subjects, participation and screenshots, and returns their numbers by kind, without kinds that had none.
    func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int] {
        let counts = try await store.run(SharingScripts.deleteSession, base, [session.key]).array ?? []
        let kinds = ["preferences", "subjects", "participations", "screenshots"]
        return Dictionary(uniqueKeysWithValues: zip(kinds, counts.map { $0.integer ?? 0 }))
            .filter { $0.value > 0 }
    }
}
