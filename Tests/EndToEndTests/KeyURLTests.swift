import Imaging
import OCR
import Foundation
import Testing
import TextAnalysis
import TestSupport

@Suite("typesafe-server keys add --as-url")
struct KeyURLTests {
    /// Width and half the height of a character in pixels, and the edge around the code's lines.
    private static let (cell, edge) = (6, 30)

    private let folder: KeyFolder

    init() throws { folder = try KeyFolder() }

    @Test("Prints the URL, and a QR code of it that is read on dark and on light terminals")
    func plain() throws {
        let added = try folder.run(
            "add", "phone", "--scope", "scan,read", "--as-url", "https://scan.example/")
        let lines = added.output.split(separator: "\n").map(String.init)
        #expect(added.status == 0 && added.error.isEmpty)
        #expect(lines[0].wholeMatch(of: #/https://scan\.example/k/tsk_[A-Za-z0-9_-]{43}\//#) != nil)
        #expect(try !folder.text.contains(lines[0].dropLast().suffix(43)))
        // It fits a terminal of 80 columns and 24 lines, with the URL and the prompt.
        #expect(lines.count <= 25 && lines.dropFirst().allSatisfy { $0.count <= 80 })
        for isDark in [true, false] {
            #expect(Self.payload(of: Array(lines.dropFirst()), isDark: isDark) == lines[0])
        }
    }

    @Test("A terminal gets its colours with it, so that it is never inverted")
    func colored() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        let terminal = try PseudoTerminal(
            user,
            [
                "keys", "add", "a", "--scope", "scan", "--as-url", "http://localhost:8080", "--keys",
                folder.path,
            ],
            executable: ServerProcess.executable)
        let payload = try await eventually(within: 180) {
            Self.payload(of: Self.painted(terminal.screen), isDark: true)
        }
        #expect(terminal.screen.hasPrefix(payload + "\r\n"))
        #expect(payload.hasPrefix("http://localhost:8080/k/tsk_"))
    }

    /// Returns what stands between the colours in each line that sets them.
    private static func painted(_ screen: String) -> [String] {
        screen.matches(of: /\e\[38;5;231;48;5;16m([^\e]*)\e\[0m/).map { String($0.1) }
    }

    @Test(
        "A URL by which the key would be lost or read by others is refused",
        arguments: [
            "http://scan.example", "scan.example", "https://", "https:///x", "https://a:b@scan.example",
            "https://scan.example?x=1", "https://scan.example/#x", "https://scan.example/a b",
            "ftp://scan.example",
            "https://scän.example", "https://scan.example/" + String(repeating: "a", count: 200), "",
        ])
    func refused(_ url: String) throws {
        let result = try folder.run("add", "a", "--scope", "scan", "--as-url=\(url)")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    /// Draws lines of half blocks as a terminal does, and reads the QR code on it.
    /// - Parameter isDark: whether the terminal writes light on dark.
    private static func payload(of lines: [String], isDark: Bool) -> String? {
        let columns = lines.map(\.count).max() ?? 0
        let (width, height) = (columns * cell + 2 * edge, lines.count * 2 * cell + 2 * edge)
        let (paper, ink): (UInt8, UInt8) = isDark ? (20, 240) : (240, 20)
        var picture = Bitmap(
            width: width, height: height, pixels: Array(repeating: paper, count: width * height))
        for (row, line) in lines.enumerated() {
            for (column, character) in line.enumerated() {
                let x = edge + column * cell..<edge + (column + 1) * cell
                let top = edge + row * 2 * cell
                if "█▀".contains(character) { picture.fill(x: x, y: top..<top + cell, with: ink) }
                if "█▄".contains(character) { picture.fill(x: x, y: top + cell..<top + 2 * cell, with: ink) }
            }
        }
        return BarcodeReader.read(picture).first?.payload
    }
}
