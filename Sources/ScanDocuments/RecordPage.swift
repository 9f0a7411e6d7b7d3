import Crypto
package import Foundation
package import Texts
package import TypeSafeAPI

/// A record as one HTML file that needs nothing else: for a bank, the police or a hotline, on a screen or on paper. It is also what
/// browsers without scripts are answered with.
package struct RecordPage: Sendable {
    /// What a browser may do with the page. Nothing in a message can load or run anything.
    package static let contentSecurityPolicy =
        "default-src 'none'; img-src data:; style-src 'sha256-\(styleDigest)'; base-uri 'none'; form-action 'none'"

    private static let styleDigest = Data(SHA256.hash(data: Data(RecordStyle.sheet.utf8)))
        .base64EncodedString()

    /// Number of reasons shown in full and on the picture. They are sorted by weight, so the rest adds little, and stands in a table.
    private static let mostReasons = 5

    private let texts: Texts

    /// - Parameter texts: what the page is said with.
    package init(_ texts: Texts) { self.texts = texts }

    /// - Parameters:
    ///   - pictures: the files that were scanned, in the order in which they were sent.
    ///   - text: the text that came in the picture's place, or beside it.
    ///   - back: the address of the page that the person came from; nil where the file is saved.
    package func html(
        _ response: ScanResponse, pictures: [Data], text: String? = nil, back: String? = nil
    ) -> [UInt8] {
        let record = ScanRecord(response, pictures: pictures, text: text)
        let shown = (response.conversation?.order ?? [1]).compactMap { (number: Int) -> ShownPicture? in
            guard pictures.indices.contains(number - 1) else { return nil }
            return ShownPicture(
                pictures[number - 1], ocr: response.reading(of: number),
                marks: record.reasons.onceEach.prefix(Self.mostReasons).map {
                    $0.boxes.filter { ($0.picture ?? 1) == number }
                })
        }
        let words = VerdictWords(texts)
        let headline = words.headline(response)
        return page(
            title: headline, level: response.riskLevel, back: back,
            """
            <h1><span class="shape" aria-hidden="true"></span>\(headline)</h1>
            \(words.certainty(response).map { "<p class=\"sure\">\($0)</p>" })
            \(lead(record))
            \(response.riskLevel == .low ? "<p>\(texts.say(VerdictText.lowIsNoPromise))</p>" : nil)
            \(list(.whatToDoNow, response.advice.now.map { "<li>\($0)</li>" }))
            \(reasons(record))
            \(contacts(record))
            \(shown.map(\.html))
            \(message(record))
            \(exposures(record))
            \(list(.whereToReport, record.report.map { "<li>\(place($0))</li>" }))
            \(facts(record))
            \(rules(record))
            """)
    }

    /// The page about a request that couldn't be served.
    /// - Parameter link: what the way back is called.
    package func html(
        _ problem: Problem, back: String? = nil, link: DocumentText = .checkAnother
    ) -> [UInt8] {
        page(
            title: problem.title, level: nil, back: back, link: link,
            """
            <h1>\(problem.title)</h1>
            <p class="lead">\(problem.detail)</p>
            """)
    }

    private func page(
        title: String, level: RiskLevel?, back: String?, link: DocumentText = .checkAnother, _ content: HTML
    ) -> [UInt8] {
        let style = HTML(stringLiteral: RecordStyle.sheet)
        let link = back.map { back -> HTML in
            "<p class=\"back\"><a href=\"\(back)\">\(say(link))</a></p>"
        }
        let page: HTML = """
            <!doctype html>
            <html lang="\(texts.language.tag)">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)">
            <title>\(title) - TypeSafe</title>
            <style>\(style)</style>
            <main class="\(level?.rawValue ?? "problem")">
            \(content)
            \(link)
            </main>
            </html>

            """
        return page.bytes
    }

    // MARK: Sections

    private func say(_ key: DocumentText) -> String { texts.say(key) }

    private func list(_ title: DocumentText, _ items: [HTML], kind: HTML = "ul") -> HTML? {
        items.isEmpty ? nil : "<section><h2>\(say(title))</h2><\(kind)>\(items)</\(kind)></section>"
    }

    private func reasons(_ record: ScanRecord) -> HTML? {
        list(
            record.riskLevel.isWarning ? .whatGivesItAway : .whatWasFound,
            record.reasons.onceEach.prefix(Self.mostReasons).map { reason in
                let quote = reason.quote.map { quote -> HTML in " <q><bdi>\(quote)</bdi></q>" }
                let side: HTML? = reason.weight < 0 ? " <small>\(say(.speaksForGenuine))</small>" : nil
                return "<li>\(reason.title)\(quote)\(side)</li>"
            }, kind: "ol")
    }

    /// What the explanation says beyond the reasons, which are listed.
    private func lead(_ record: ScanRecord) -> HTML? {
        let rest = record.reasons.reduce(record.explanation) {
            $0.replacing(DefangedText.of($1.title), with: "")
        }
        .trimmingCharacters(in: .whitespaces)
        return rest.isEmpty ? nil : "<p class=\"lead\">\(rest)</p>"
    }

    /// Every rule that matched, so that the verdict can be traced. What the list of reasons says isn't said again.
    private func rules(_ record: ScanRecord) -> HTML? {
        guard !record.reasons.isEmpty else { return nil }
        var said = Set(record.reasons.onceEach.prefix(Self.mostReasons).map(\.title))
        let rows = record.reasons.map { reason -> HTML in
            let weight = reason.weight.formatted(
                .number.precision(.fractionLength(2)).sign(strategy: .always()))
            return
                "<tr><td>\(said.insert(reason.title).inserted ? reason.title : "")</td><td>\(reason.rule)</td><td class=\"number\">\(weight)</td></tr>"
        }
        return """
            <section class="rules"><h2>\(say(.rulesThatMatched))</h2>
            <table><tr><th scope="col">\(say(.whatItDoes))</th><th scope="col">\(say(.rule))</th><th scope="col">\(say(.weight))</th></tr>\(rows)</table>
            </section>
            """
    }

    private func contacts(_ record: ScanRecord) -> HTML? {
        let shown = [(say(.senderAsShown), record.sender), (say(.addressAsShown), record.address)]
        let asked = record.contacts.map { contact in
            let more = [
                contact.registrableDomain.map { texts.say(DocumentText.belongsTo, ["domain": .text($0)]) },
                contact.country, contact.messenger,
            ]
            let name = texts.say(Sentence(.documents, key: "kind-\(contact.kind.rawValue)"))
            return (name, contact.text, more.compactMap(\.self).joined(separator: ", "))
        }
        let accounts = record.accounts.map { (say(.paymentAccount), $0, "") }
        return list(
            .whoWrites,
            (shown.compactMap { title, text in text.map { (title, $0, "") } } + accounts + asked).map {
                title, text, more in
                let note: HTML? = more.isEmpty ? nil : " <small>\(more)</small>"
                return "<li>\(title): <bdi>\(text)</bdi>\(note)</li>"
            })
    }

    private func message(_ record: ScanRecord) -> HTML? {
        guard !record.text.isEmpty else { return nil }
        var marked = MarkedText(record.text, quotes: record.reasons.compactMap(\.quote))
        for (line, role) in record.roles.enumerated() where role == .outgoing { marked.own[line] = say(.you) }
        return "<section><h2>\(say(.whatWasRead))</h2><div class=\"message\">\(marked.html)</div></section>"
    }

    /// Boxes to tick by hand: nobody but the person knows what was done.
    private func exposures(_ record: ScanRecord) -> HTML? {
        list(
            .ifYouAlready,
            record.ifYouAlready.map { exposure in
                "<li class=\"tick\">\(exposure.did)<br><small>\(say(.then)) \(exposure.steps.joined(separator: " "))</small></li>"
            })
    }

    private func place(_ place: ReportingPlace) -> HTML {
        // The address comes from a server, which may be anybody's where the command line asked it.
        guard let url = place.url, url.hasPrefix("https://") else { return "\(VerdictWords.place(place))" }
        let phone = place.phone.flatMap { place.name.contains($0) ? nil : ", " + $0 } ?? ""
        return "\(place.name), <a href=\"\(url)\" rel=\"noreferrer\">\(url)</a>\(phone)"
    }

    private func facts(_ record: ScanRecord) -> HTML {
        var rows = [(say(.checked), record.timestamp.formatted(.iso8601))]
        for original in record.originals {
            rows.append(
                (
                    say(.picture),
                    texts.say(
                        DocumentText.pictureFacts,
                        ["bytes": .number(original.bytes), "digest": .text(original.sha256)])
                ))
        }
        rows += [(say(.scan), record.scanID.uuidString.lowercased()), (say(.rules), record.rulesVersion)]
        let html = rows.map { row -> HTML in
            "<tr><th scope=\"row\">\(row.0)</th><td><bdi>\(row.1)</bdi></td></tr>"
        }
        return """
            <section><h2>\(say(.record))</h2><table>\(html)</table>
            <p><small>\(say(.judgedBy))</small></p>
            </section>
            """
    }
}

/// How a record looks, on a screen and on paper.
enum RecordStyle {
    static let sheet = """
        :root { color-scheme: light dark; --ink: #1c1e21; --soft: #565b63; --ground: #fff; --line: #c9cdd3; --mark: #ffe08a;
          --marked: #1c1e21; --level: #565b63 }
        @media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --soft: #a9afb8; --ground: #17191c; --line: #43484f;
          --mark: #7a5d00; --marked: #fff; --level: #a9afb8 } }
        .high { --level: #b3141b } .medium { --level: #8a5300 } .low { --level: #1b6e3c }
        @media (prefers-color-scheme: dark) { .high { --level: #ff8f8a } .medium { --level: #f5b95f } .low { --level: #7ed6a0 } }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
        main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere }
        h1 { color: var(--level); font-size: 1.9rem; line-height: 1.2; margin: 0 }
        h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem }
        .shape { display: inline-block; width: 1.5rem; height: 1.5rem; margin-right: .6rem; vertical-align: -.15rem; background: var(--level) }
        .high .shape { clip-path: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%) }
        .medium .shape { clip-path: polygon(50% 4%, 100% 96%, 0 96%) }
        .low .shape { border-radius: 50% }
        .unknown .shape { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%) }
        .sure { color: var(--soft); margin: .2rem 0 0 } .lead { font-size: 1.15rem; margin: .6rem 0 0 }
        small { color: var(--soft) }
        ul, ol { margin: 0; padding-left: 1.4rem } li { margin: .3rem 0 }
        .tick { list-style: "☐ " }
        figure { margin: 1.8rem 0 0; break-inside: avoid } figcaption { color: var(--soft) }
        .picture { position: relative; display: inline-block; max-width: 100%; border: 1px solid var(--line) }
        .picture img { display: block; max-width: 100%; height: auto; max-height: 80vh; width: auto }
        .picture svg { position: absolute; inset: 0; width: 100%; height: 100% }
        rect { fill: none; stroke: #d0021b; stroke-width: 2; vector-effect: non-scaling-stroke }
        svg text { fill: #d0021b; stroke: #fff; stroke-width: 3px; paint-order: stroke; font-weight: 700; font-family: sans-serif }
        .message { border-left: 3px solid var(--line); padding-left: .8rem } .message p { margin: 0 }
        mark { background: var(--mark); color: var(--marked) }
        table { border-collapse: collapse } th { text-align: left; font-weight: 600; overflow-wrap: normal; padding: .2rem 1rem .2rem 0; vertical-align: top }
        td { padding: .2rem 1rem .2rem 0; vertical-align: top }
        .rules { font-size: .85rem } .number { text-align: right; white-space: nowrap }
        .back { margin-top: 2rem } a { color: inherit }
        @page { margin: 16mm }
        @media print { :root { color-scheme: light; --ink: #000; --soft: #444; --ground: #fff; --line: #999; --mark: #ffe08a; --marked: #000 }
          main { max-width: none; padding: 0 } .picture img { max-height: 19cm } .back { display: none } li, tr { break-inside: avoid }
          h2 { break-after: avoid } mark { text-decoration: underline } .shape, mark { print-color-adjust: exact } }
        """
}
