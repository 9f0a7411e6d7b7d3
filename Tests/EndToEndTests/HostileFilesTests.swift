import Foundation
import Testing
import TypeSafeAPI

/// Broken, hostile and unusual files from a set beside the project, where it is there.
@Suite("Hostile files", .enabled(if: HostileFile.isPresent))
struct HostileFilesTests {
    @Test("Each gets one of the answers expected of it", arguments: HostileFile.all)
    func files(_ file: HostileFile) async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let image = try Data(contentsOf: HostileFile.directory.appendingPathComponent(file.name))
        let answer = try await client.scan(form: [.image(image)])
        #expect(file.statuses.contains(answer.status), "\(answer.status)")
        if answer.status == 200 {
            let response = try answer.decoded(ScanResponse.self)
            #expect((response.status == .noText) == (response.riskLevel == .unknown))
        } else {
            #expect(try answer.decoded(Problem.self).status == answer.status)
        }
        #expect(try await client.send("GET", "/health").status == 200)
    }
}

struct HostileFile: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    /// Allowed, as `200|415`.
    let http: String

    enum CodingKeys: String, CodingKey {
        case name = "file"
        case http
    }

    static let directory = Sample.root.deletingLastPathComponent().appendingPathComponent(
        "shared/screenshots/bad")
    static let all: [HostileFile] = {
        let manifest = directory.appendingPathComponent("manifest.jsonl")
        let lines = (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { try? JSONDecoder().decode(HostileFile.self, from: Data($0.utf8)) }
    }()
    static var isPresent: Bool { !all.isEmpty }

    var statuses: [Int] { http.split(separator: "|").compactMap { Int($0) } }
    var testDescription: String { name }
}
