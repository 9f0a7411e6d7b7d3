import Foundation
package import Storage
import Scanning
import TextAnalysis
import TypeSafeAPI

/// What the service keeps of its answers: nothing without a session's id, never a picture.
package struct ResultKeeping: Sendable {
    /// nil where nothing is kept for sessions.
    let store: ResultStore?
    /// Whether results are; else the store is for what else belongs to a session.
    let keepsResults: Bool
    /// Whether the message's redacted text is kept with a result.
    let keepsText: Bool
    /// Who is told of results; nil where nobody can be.
    let telling: WebhookTelling?

    package init(
        store: ResultStore?, keepsResults: Bool, keepsText: Bool, telling: WebhookTelling? = nil
    ) {
        self.telling = telling
        self.store = store
        self.keepsResults = keepsResults && store != nil
        self.keepsText = keepsText
    }

    /// Nothing is kept.
    package static let none = ResultKeeping(store: nil, keepsResults: false, keepsText: false)

    /// The answer to a scan, which says whether it is kept: it is, when this returns, or it never will be.
    func answer(
        _ report: ScanReport, id: UUID = UUID(), as kind: StoredResult.Kind, for session: UUID?
    ) async -> ScanResponse {
        var response = ScanResponse(report, id: id)
        guard let session else { return response }
        response.stored = await save(response, of: report.text, as: kind, for: session)
        return response
    }

    private func save(
        _ response: ScanResponse, of text: AnalyzedText, as kind: StoredResult.Kind, for session: UUID
    ) async -> Bool {
        guard let store else { return false }
        let notice = telling?.notice(of: response, for: session)
        guard keepsResults else {
            if let notice, let receipt = try? await store.publish(notice) { telling?.note(receipt) }
            return false
        }
        var kept = response.redacted
        kept.ocr = nil
        if keepsText { kept.text = RedactedText(text).text }
        guard let body = try? WireCoding.encoder().encode(kept) else { return false }
        do throws(StoreError) {
            let result = StoredResult(
                scan: response.scanID, session: session, kind: kind, risk: response.riskLevel.rawValue,
                createdAt: response.timestamp, body: body)
            if let notice {
                telling?.note(try await store.save(result, publishing: notice))
            } else {
                try await store.save(result)
            }
            return true
        } catch {
            // The store tells the log what is wrong with it; the scan is none the worse.
            return false
        }
    }
}
