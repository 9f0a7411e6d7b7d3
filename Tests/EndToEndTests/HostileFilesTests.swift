import Foundation
import Testing
import TypeSafeAPI

/// Scans broken, hostile and unusual files: those of the project, and a larger set beside the project where it is
/// there.
@Suite("Hostile files")
struct HostileFilesTests {
    @Test("The project's own files are there")
    func areThere() { #expect(HostileFile.own.count > 50) }

    @Test("Each gets one of the answers expected of it", arguments: HostileFile.all)
    func files(_ file: HostileFile) async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let image = try Data(contentsOf: file.url)
        let answer = try await client.scan(form: [.image(image)])
        #expect(file.statuses.contains(answer.status), "\(answer.status)")
        if answer.status == 200 {
            let response = try answer.decoded(ScanResponse.self)
            #expect((response.status == .ok) == (response.riskLevel != .unknown))
        } else {
            #expect(try answer.decoded(Problem.self).status == answer.status)
        }
        #expect(try await client.send("GET", "/health").status == 200)
    }
}

struct HostileFile: Sendable, CustomTestStringConvertible {
    let url: URL
    /// The HTTP statuses that the server may answer with.
    let statuses: [Int]

    private struct Entry: Decodable {
        let file: String
        /// The statuses that the server may answer with, such as `200|415`.
        let http: String
    }

    /// The files of the project, which `make.py` in their folder makes.
    static let own = files(of: Sample.root.appendingPathComponent("Tests/ImagingTests/Fixtures/hostile"))
    /// The files of the project, and the larger set beside the project where it is there.
    static let all =
        own
        + files(
            of: Sample.root.deletingLastPathComponent().appendingPathComponent("shared/screenshots/bad"))

    private static func files(of folder: URL) -> [HostileFile] {
        let manifest = folder.appendingPathComponent("manifest.jsonl")
        let lines = (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8))
            return entry.map {
                HostileFile(
                    url: folder.appendingPathComponent($0.file),
                    statuses: $0.http.split(separator: "|").compactMap { Int($0) })
            }
        }
    }

    var testDescription: String { url.lastPathComponent }
}
