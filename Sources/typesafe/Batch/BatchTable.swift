import Foundation
import ScanDocuments
import ScreenshotDetection
import TypeSafeAPI

/// The results of a batch as a table: `--table` names a file for spreadsheets (.csv) or for people (.html).
struct BatchTable {
    private static let names = ["id", "risk_level", "scam_type", "scam_probability", "explanation"]

    private let file: OutputFile

    init(_ path: String) throws(CommandFailure) {
        file = try OutputFile(path, of: "--table", endings: ["csv", "html"])
    }

    /// - Parameter results: the batch's file, in whose order the rows stand.
    func write(_ results: ResultFile) throws(CommandFailure) {
        var rows: [[String]] = []
        try results.entries { entry in
            if let outcome = entry.outcome() {
                rows.append(Self.cells(entry.id, outcome).map(VisibleText.of))
            }
        }
        try file.write(file.ending == "csv" ? Self.csv(rows) : Self.html(rows))
    }

    private static func cells(_ id: String, _ outcome: ScanOutcome) -> [String] {
        switch outcome.result {
        case .failure(let failure): [id, "failed", "", "", failure.message]
        case .success(let response):
            [
                id, response.riskLevel.rawValue, response.scamType.rawValue,
                response.scamProbability.map { String(format: "%.3f", $0) } ?? "", response.explanation,
            ]
        }
    }

    /// RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe.
    private static func csv(_ rows: [[String]]) -> Data {
        let lines = ([names] + rows).map { cells in
            cells.map { cell in
                let safe = cell.first.map { "=+-@\t\r".contains($0) } ?? false ? "'" + cell : cell
                return "\"" + safe.replacing("\"", with: "\"\"") + "\""
            }.joined(separator: ",")
        }
        return Data((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    private static func html(_ rows: [[String]]) -> Data {
        func row(_ cells: [String], _ tag: HTML) -> HTML {
            "<tr>\(.joined(cells.map { "<\(tag)><bdi>\($0)</bdi></\(tag)>" }))</tr>\n"
        }
        let page: HTML = """
            <!doctype html>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
            <title>TypeSafe</title>
            <table border="1">
            \(row(names, "th"))\(.joined(rows.map { row($0, "td") }))</table>

            """
        return Data(page.bytes)
    }
}
