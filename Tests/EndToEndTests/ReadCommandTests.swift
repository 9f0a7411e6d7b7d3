import TestSupport
import Foundation
import Imaging
import Testing
import TypeSafeAPI

@Suite("typesafe-server read")
struct ReadCommandTests {
    private struct Result: Decodable {
        struct Word: Decodable {
            let line: Int
            let text: String
            let seen: String?
            let confidence: Double
            let box: Box
        }

        let file: String
        let frame: Int?
        let ocr: OCRResult
        let words: [Word]
        let timing: [String: Double]

        enum CodingKeys: String, CodingKey {
            case file, frame, ocr, words
            case timing = "timing_ms"
        }
    }

    private static let sample = "scam-parcel-imessage-light.png"
    private static var samplePath: String { Sample.directory.appendingPathComponent(sample).path }

    private func results(_ output: String) throws -> [Result] {
        try output.split(separator: "\n").map { line in
            try WireCoding.decoder().decode(Result.self, from: Data(line.utf8))
        }
    }

    private func bitmap(_ path: String) throws -> Bitmap {
        try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test("--json prints a line a picture, as the server reads it, with all boxes on the picture")
    func json() async throws {
        let other = Sample.directory.appendingPathComponent("benign-chat-whatsapp-dark.png").path
        let run = try ServerProcess.run(["read", "--json", Self.samplePath, other])
        #expect(run.status == 0)
        #expect(run.error == "")
        let results = try results(run.output)
        #expect(results.map(\.file) == [Self.samplePath, other])
        let client = ServiceClient(server: try await SharedServer.get())
        let served = try await client.scan(image: Sample.image(Self.sample)).decoded(ScanResponse.self)
        #expect(results.first?.ocr == served.ocr)
        for result in results {
            #expect(result.ocr.text.count > 100)
            let boxes = result.ocr.lines.map(\.box) + result.words.map(\.box)
            #expect(boxes.allSatisfy { $0.x >= 0 && $0.x + $0.width <= result.ocr.width })
            #expect(boxes.allSatisfy { $0.y >= 0 && $0.y + $0.height <= result.ocr.height })
            #expect(result.words.allSatisfy { $0.seen != $0.text })
            let texts = Dictionary(grouping: result.words, by: \.line).mapValues {
                $0.map(\.text).joined(separator: " ")
            }
            #expect(result.ocr.lines.indices.allSatisfy { texts[$0] == result.ocr.lines[$0].text })
            #expect((result.timing["ocr"] ?? 0) > 0)
        }
    }

    @Test("Without --json it prints size, languages, layout, sender and each line with role and place")
    func table() throws {
        let run = try ServerProcess.run(["read", Self.samplePath])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.contains(": 828 × 1792, eng, ") == true)
        #expect(lines.dropFirst().first == "  layout    chat")
        #expect(lines.contains { $0.hasPrefix("  sender    ") })
        #expect(
            lines.contains {
                $0.contains(/incoming +0\.[0-9]{2} +[0-9]+,[0-9]+ [0-9]+×[0-9]+ .*redelivery fee/)
            })
    }

    @Test("--annotate draws on a copy of the same size")
    func annotates() throws {
        let workspace = try ReadWorkspace()
        let before = try Data(contentsOf: URL(fileURLWithPath: Self.samplePath))
        let directory = workspace.path("new/folder")
        let run = try ServerProcess.run(["read", "--annotate", directory, Self.samplePath])
        #expect(run.status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: Self.samplePath)) == before)
        let original = try bitmap(Self.samplePath)
        let annotated = try bitmap(directory + "/\(Self.sample).annotated.png")
        #expect(annotated.width == original.width && annotated.height == original.height)
        let changed = original.withPixels { old in
            annotated.withPixels { new in zip(old, new).count { abs(Int($0) - Int($1)) > 8 } }
        }
        // The boxes and the legend change some of the pixels, but less than a fifth of them.
        #expect(changed > 2_000 && changed < original.width * original.height / 5)
    }

    @Test("Each frame of an animation that is read is shown and drawn")
    func frames() throws {
        let workspace = try ReadWorkspace()
        // On a busy machine there would be no time for a second frame.
        let limits = try LimitsFile(["scan_seconds": 600])
        let frames = try ["benign-reminder-android-dark.png", "scam-toll-android-dark.png"].map { name in
            let bitmap = try ImageDecoder().decode([UInt8](try Sample.image(name)))
            return FramedImage.Frame(
                width: bitmap.width, height: bitmap.height, pixels: bitmap.withPixels(Array.init))
        }
        try Data(FramedImage([frames[0], frames[0], frames[1]]).bytes(.gif))
            .write(to: URL(fileURLWithPath: workspace.path("a.gif")))
        let run = try ServerProcess.run(
            ["read", "--json", "--annotate", workspace.url.path, "--stages", workspace.url.path]
                + limits.arguments + [workspace.path("a.gif")])
        #expect(run.status == 0)
        let results = try results(run.output)
        #expect(results.map(\.frame) == [nil, 3])
        #expect(results.last?.ocr.text.contains("toll") == true)
        for name in ["a.gif.annotated", "a.gif.2-lines", "a.gif.frame-3.annotated", "a.gif.frame-3.2-lines"] {
            #expect(try workspace.bitmap(name + ".png").width == frames[0].width)
        }
        let table = try ServerProcess.run(["read"] + limits.arguments + [workspace.path("a.gif")])
        #expect(table.output.contains("a.gif: frame 3, \(frames[1].width) × \(frames[1].height), "))
    }

    @Test("A picture that its EXIF data turns is drawn upright; one without text stays as it is")
    func turnedAndBlank() throws {
        let workspace = try ReadWorkspace()
        let fixture = Sample.root.appendingPathComponent("Tests/ImagingTests/Fixtures/orientation-6.jpg").path
        try BlankPicture.png.write(to: URL(fileURLWithPath: workspace.path("blank.png")))
        let run = try ServerProcess.run(
            ["read", "--annotate", workspace.url.path, fixture, workspace.path("blank.png")])
        #expect(run.status == 0)
        let turned = try bitmap(workspace.path("orientation-6.jpg.annotated.png"))
        let original = try bitmap(fixture)
        #expect(turned.width == original.width && turned.height == original.height)
        let blank = try bitmap(workspace.path("blank.png.annotated.png"))
        #expect(blank.withPixels { $0.allSatisfy { $0 == 255 } })
    }

    @Test("What can't be read gets a line on standard error; the rest is read")
    func failures() throws {
        let workspace = try ReadWorkspace()
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: workspace.path("rubbish.png")))
        try BlankPicture.bomb.write(to: URL(fileURLWithPath: workspace.path("bomb.png")))
        let half = try Sample.image(Self.sample).prefix(20_000)
        try half.write(to: URL(fileURLWithPath: workspace.path("half.png")))
        let bad = ["rubbish.png", "bomb.png", "half.png", "missing\nname.png", "."].map(workspace.path)
        let run = try ServerProcess.run(["read", "--json"] + bad + [Self.samplePath])
        #expect(run.status == 1)
        #expect(try results(run.output).map(\.file) == [Self.samplePath])
        let lines = run.error.split(separator: "\n")
        #expect(lines.count == bad.count)
        for (line, name) in zip(lines, ["rubbish.png", "bomb.png", "half.png", "missing?name.png", "."]) {
            #expect(line.hasPrefix("typesafe-server: \(workspace.path(name)): "))
        }
        #expect(lines[1].contains("60000"))
    }

    @Test("The server's limits hold, by flag and by environment variable")
    func limits() throws {
        let bytes = try LimitsFile(["body_bytes": 2_048])
        let small = try ServerProcess.run(["read"] + bytes.arguments + [Self.samplePath])
        #expect(small.status == 1 && small.error.contains("2048 bytes"))
        let few = try LimitsFile(["pixels": 1_000])
        let pixels = try ServerProcess.run(
            ["read", Self.samplePath], environment: ["TYPESAFE_LIMITS": few.url.path])
        #expect(pixels.status == 1 && pixels.error.contains("at most 1000 pixels"))
        #expect(pixels.output == "")
    }

    @Test("- is standard input")
    func standardInput() throws {
        let workspace = try ReadWorkspace()
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: Self.samplePath))
        let run = try ServerProcess.run(
            ["read", "--json", "--annotate", workspace.url.path, "-"], standardInput: input)
        #expect(run.status == 0)
        let result = try #require(try results(run.output).first)
        #expect(result.file == "-" && result.ocr.text.contains("redelivery fee"))
        #expect(try bitmap(workspace.path("standard-input.annotated.png")).width == result.ocr.width)
        let empty = try ServerProcess.run(["read", "-"])
        #expect(empty.status == 1 && empty.error.split(separator: "\n").count == 1)
    }

    @Test("No input is written over, by whatever path it is reached, and no picture by the next of its name")
    func overwriting() throws {
        let workspace = try ReadWorkspace()
        let image = try Sample.image(Self.sample)
        let (plain, taken) = (workspace.path("a.png"), workspace.path("a.png.annotated.png"))
        try image.write(to: URL(fileURLWithPath: plain))
        try image.write(to: URL(fileURLWithPath: taken))
        let roundabout = workspace.path("sub/../a.png.annotated.png")
        try FileManager.default.createDirectory(
            atPath: workspace.path("sub"), withIntermediateDirectories: true)
        let run = try ServerProcess.run(["read", "--annotate", workspace.url.path, plain, roundabout])
        #expect(run.status == 1)
        #expect(run.error.split(separator: "\n").count == 1 && run.error.contains("left alone"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == image)
        #expect(FileManager.default.fileExists(atPath: taken + ".annotated.png"))
        let twice = try ServerProcess.run(["read", "--annotate", workspace.path("out"), plain, plain])
        #expect(twice.status == 1 && twice.error.split(separator: "\n").count == 1)
    }

    @Test(
        "Wrong usage is 64 and language data that isn't there 78; help is none of it",
        arguments: [
            (["read"], Int32(64)), (["read", "--nonsense", "a"], Int32(64)),
            (["read", "--pixel-limit", "x", "a"], Int32(64)),
            (["read", "--languages", "xyz", "a"], Int32(78)),
            (["read", "--tessdata", "/nonexistent", "a"], Int32(78)),
            (["read", "--help"], Int32(0)),
        ])
    func usage(_ arguments: [String], _ status: Int32) throws {
        let run = try ServerProcess.run(arguments)
        #expect(run.status == status)
        #expect(run.error.isEmpty == (status == 0))
    }

    @Test("serve is what happens without a command's name")
    func serve() throws {
        let named = try ServerProcess.run(["serve", "--port", "x"])
        let plain = try ServerProcess.run(["--port", "x"])
        #expect(named.status == 64 && named.error == plain.error)
    }
}
