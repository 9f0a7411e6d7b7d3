import Foundation
import Imaging
import Testing

/// A folder of broken, hostile and unusual files beside the package.
private enum HostileFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/screenshots/bad").standardizedFileURL
    static let manifest = folder.appendingPathComponent("manifest.jsonl")
    static let exist = FileManager.default.fileExists(atPath: manifest.path)
}

@Suite(.enabled(if: HostileFiles.exist)) struct HostileFileTests {
    private struct Entry: Decodable {
        let file: String
        let http: String
    }

    @Test func everyFileGetsAnAllowedOutcome() throws {
        let lines = try String(contentsOf: HostileFiles.manifest, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 50)
        for line in lines {
            let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
            let bytes = [UInt8](try Data(contentsOf: HostileFiles.folder.appendingPathComponent(entry.file)))
            #expect(entry.http.split(separator: "|").contains(Self.status(of: bytes)), "\(entry.file)")
        }
    }

    private static func status(of bytes: [UInt8]) -> Substring {
        do throws(ImagingError) {
            _ = try ImageDecoder().decode(bytes)
            return "200"
        } catch {
            switch error {
            case .empty, .unsupportedFormat, .unsupportedFeature: return "415"
            case .tooManyPixels, .sideTooLong: return "413"
            case .corrupt: return "422"
            }
        }
    }
}
