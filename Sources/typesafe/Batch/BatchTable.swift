import Foundation
import ScanDocuments
import ScreenshotDetection
import TypeSafeAPI

/// The results of a batch as a table: `--table` names a file for spreadsheets (.csv) or for people (.html).
struct BatchTable {
    private struct Row: Decodable {
        struct Failure: Decodable { let message: String }

        let id: String
        let result: ScanResponse?
        let error: Failure?

        /// Name, level, kind of scam, probability of a scam, reason.
        var cells: [String] {
            guard let result else { return [id, "failed", "", "", error?.message ?? ""] }
            return [
                id, result.riskLevel.rawValue, result.scamType.rawValue,
                result.scamProbability.map { String(format: "%.3f", $0) } ?? "", result.explanation,
            ].map(VisibleText.of)
        }
    }

    private static let names = ["id", "risk_level", "scam_type", "scam_probability", "explanation"]

    private let file: OutputFile

    init(_ path: String) throws(CommandFailure) {
        file = try OutputFile(path, of: "--table", endings: ["csv", "html"])
    }

    /// - Parameter results: the batch's file, in whose order the rows stand.
    func write(_ results: String) throws(CommandFailure) {
        guard let handle = FileHandle(forReadingAtPath: results) else { throw .store(path: results) }
        var rows: [[String]] = []
        _ = try LineReader(file: handle, name: results).forEach { line throws(CommandFailure) in
            guard let row = try? WireCoding.decoder().decode(Row.self, from: line.bytes) else { return }
            rows.append(row.cells)
        }
        try file.write(file.ending == "csv" ? Self.csv(rows) : Self.html(rows))
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
