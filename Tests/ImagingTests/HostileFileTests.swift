import Foundation
import Imaging
import Testing

/// Broken, hostile and unusual files: our own of `Fixtures/hostile/make.py`, and a larger set beside the package if it is there.
@Suite("Hostile file") struct HostileFileTests {
    private struct Entry: Decodable {
        let file: String
        /// Allowed statuses, as `200|415`.
        let http: String
    }

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let ownSet = package.appendingPathComponent("Tests/ImagingTests/Fixtures/hostile")
    private static let sharedSet =
        package.appendingPathComponent("../shared/screenshots/bad").standardizedFileURL

    @Test("Every file gets an allowed outcome") func everyFileGetsAnAllowedOutcome() throws {
        #expect(try check(Self.ownSet) > 50)
    }

    @Test(
        "Every shared file gets an allowed outcome",
        .enabled(if: FileManager.default.fileExists(atPath: sharedSet.path)))
    func everySharedFileGetsAnAllowedOutcome() throws {
        #expect(try check(Self.sharedSet) > 50)
    }

    /// Returns how many files there are.
    private func check(_ folder: URL) throws -> Int {
        let manifest = folder.appendingPathComponent("manifest.jsonl")
        let lines = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n")
        for line in lines {
            let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(entry.file)))
            let status = Self.status(of: bytes)
            #expect(entry.http.split(separator: "|").contains(status), "\(entry.file): \(status)")
        }
        return lines.count
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
