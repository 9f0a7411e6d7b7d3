import Crypto
import Foundation
package import TypeSafeAPI

/// What an operator sees of a server at a glance, and may say of what comes often, as one HTML file without scripts. It is in English, as the logs are.
package enum OverviewPage {
    /// What a browser may do with the page: show it, and send its buttons' words to the server that it came from.
    package static let contentSecurityPolicy =
        "default-src 'none'; style-src 'sha256-\(digest(RecordStyle.sheet))' 'sha256-\(digest(sheet))'; "
        + "base-uri 'none'; form-action 'self'"

    private static func digest(_ sheet: String) -> String {
        Data(SHA256.hash(data: Data(sheet.utf8))).base64EncodedString()
    }

    /// - Parameter mayTeach: whether who asks may say what a message is.
    package static func html(_ overview: ServerOverview, mayTeach: Bool) -> [UInt8] {
        let (record, own) = (HTML(stringLiteral: RecordStyle.sheet), HTML(stringLiteral: sheet))
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta http-equiv="Content-Security-Policy" content="\(contentSecurityPolicy)">
            <title>Server - TypeSafe</title>
            <style>\(record)</style>
            <style>\(own)</style>
            <main>
            <h1>TypeSafe server</h1>
            <p class="lead">\(state(overview))</p>
            \(levels(overview.lastHour))
            <div class="parts">
            \(table("Now", now(overview)))
            \(table("Failures of the last hour", failures(overview.lastHour)))
            \(table("Stored", stored(overview)))
            \(table("Versions", versions(overview)))
            </div>
            \(overview.memory.map { known($0, mayTeach) } ?? "")
            <p class="back"><a href="admin">Look again</a></p>
            </main>
            </html>

            """
        return page.bytes
    }

    // MARK: Sections

    /// One sentence: what an operator should look into, if anything.
    private static func state(_ overview: ServerOverview) -> String {
        if overview.workersAlive == 0 { return "No worker is alive: no picture can be read." }
        if overview.store?.available == false { return "Results can't be stored or read. Scans go on." }
        let scans = overview.lastHour.scans.values.reduce(0, +)
        let failures = overview.lastHour.failures.values.reduce(0, +)
        return "In the last hour \(scans) scans had a verdict, and \(failures) had none."
    }

    /// The worst first.
    private static let order: [RiskLevel] = [.high, .medium, .low, .unknown]

    private static func levels(_ hour: HourCounts) -> HTML {
        let items = order.map { level -> HTML in
            """
            <li class="\(level.rawValue)"><span class="shape" aria-hidden="true"></span>\
            <b>\(hour.scans[level.rawValue] ?? 0)</b> \(level.rawValue)</li>

            """
        }
        return "<h2>Scans of the last hour</h2>\n<ul class=\"levels\">\n\(items)</ul>"
    }

    private static func now(_ overview: ServerOverview) -> [(String, String)] {
        let restarts = "\(overview.workerRestarts), \(overview.lastHour.workerRestarts) in the last hour"
        let feedback = overview.feedbackFiles.map {
            "\($0); up to \(FeedbackFolder.lifetime) days"
        }
        return [
            ("Pictures that wait", "\(overview.waiting)"), ("Pictures being read", "\(overview.running)"),
            ("Asynchronous scans that wait", "\(overview.jobsWaiting)"),
            ("Asynchronous scans under way", "\(overview.jobsRunning)"),
            ("Workers alive", "\(overview.workersAlive)"), ("Workers replaced", restarts),
            ("Feedback to review", feedback ?? "not kept"),
        ]
    }

    private static let reasons = [
        "input": "Picture couldn't be read", "busy": "Server was busy", "timeout": "Took too long",
        "not_ready": "Server wasn't ready", "engine": "Worker failed",
    ]

    private static func failures(_ hour: HourCounts) -> [(String, String)] {
        hour.failures.sorted { $0.key < $1.key }.map { (reasons[$0.key] ?? $0.key, "\($0.value)") }
    }

    private static let kinds = [
        "results": "Results", "preferences": "Sessions' preferences", "subjects": "Shared subjects",
        "followers": "Followers (pushes)", "webhooks": "Webhooks to deliver",
        "dead_letters": "Webhooks given up", "jobs": "Asynchronous results", "readings": "Readings in memory",
        "idempotency": "Idempotency records",
    ]

    private static func stored(_ overview: ServerOverview) -> [(String, String)] {
        let engine = overview.store.map { store in
            ("Kept by", store.engine + (store.available ? "" : ", which fails"))
        }
        return [engine ?? ("Kept by", "memory only")]
            + overview.stored.map { stored in
                let amount = [
                    stored.count.map { "\($0)" },
                    stored.bytes.map { Int64($0).formatted(.byteCount(style: .file).locale(english)) },
                ]
                let much = amount.compactMap(\.self).joined(separator: ", ")
                return (kinds[stored.kind] ?? stored.kind, "\(much); up to \(time(stored.seconds))")
            }
    }

    private static func versions(_ overview: ServerOverview) -> [(String, String)] {
        let started = overview.startedAt.map { [("Started", $0.formatted(.iso8601))] } ?? []
        return [("Program", overview.version), ("Rules", overview.rulesVersion)] + started
    }

    // MARK: Known messages

    private static func known(_ memory: MemoryOverview, _ mayTeach: Bool) -> HTML {
        let rows = memory.campaigns.map { message -> HTML in
            """
            <tr><td class="number">\("\(message.count)")</td><td>\(message.first.day) to \(message.last.day)</td>\
            <td>\(message.level?.rawValue ?? "–")</td><td>\(message.contacts.joined(separator: ", "))</td>\
            <td>\(message.confirmed.map { $0 == .scam ? "scam" : "genuine" } ?? "–")</td>\
            <td>\(mayTeach ? buttons(message) : "")</td></tr>

            """
        }
        let often: HTML = """
            <h2>Messages that come often</h2>
            <div class="wide"><table>
            <thead><tr><th scope="col">Times</th><th scope="col">Days</th><th scope="col">Level</th>\
            <th scope="col">Leads to</th><th scope="col">Confirmed</th>\
            <td></td></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
        let lists = memory.lists.map {
            (
                $0.name,
                "\($0.count) messages; \($0.stale ? "past its time since" : "until") \($0.expires.day)"
            )
        }
        return """
            \(memory.campaigns.isEmpty ? "" : often)\
            \(table("Known messages", [("Here", "\(memory.messages)")] + lists))
            """
    }

    private static func buttons(_ message: SeenMessage) -> HTML {
        let id = message.id.uuidString.lowercased()
        return """
            <form method="post" action="campaigns/\(id)">\
            <button name="should_be" value="scam">A scam</button> \
            <button name="should_be" value="legit">Genuine</button></form>
            """
    }

    // MARK: Form

    private static let english = Locale(identifier: "en_US")

    /// A time in the largest unit that fits it.
    private static func time(_ seconds: Int) -> String {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        let (size, name) = units.first { seconds >= $0.0 && seconds.isMultiple(of: $0.0) } ?? (1, "second")
        let count = seconds / size
        return "\(count) \(name)\(count == 1 ? "" : "s")"
    }

    private static func table(_ title: String, _ rows: [(String, String)]) -> HTML {
        let html = rows.map { row -> HTML in
            "<tr><th scope=\"row\">\(row.0)</th><td>\(row.1)</td></tr>\n"
        }
        return "<section><h2>\(title)</h2>\n<table>\n\(html)</table></section>"
    }

    /// What the record's style doesn't have.
    private static let sheet = """
        .levels { display: flex; flex-wrap: wrap; gap: .4rem 2rem; padding: 0; list-style: none }
        .levels b { font-size: 1.6rem; color: var(--level) }
        td { font-variant-numeric: tabular-nums } .wide { overflow-x: auto } .wide td, .wide th { white-space: nowrap }
        button { font: inherit; min-height: 2.75rem; padding: 0 .8rem }
        @media (min-width: 60rem) { main { max-width: 64rem } .parts { display: grid; grid-template-columns: 1fr 1fr; column-gap: 3rem } }
        """
}
