import TestSupport
import Foundation
import Imaging
import Testing

@Suite("typesafe-server read --stages")
struct ReadStagesTests {
    private static let sample = "scam-parcel-imessage-light.png"
    private static var samplePath: String { Sample.directory.appendingPathComponent(sample).path }

    @Test("Writes the ink, the lines on the picture and the strips, beside the annotated picture")
    func writes() throws {
        let workspace = try ReadWorkspace()
        let directory = workspace.path("new/folder")
        let run = try ServerProcess.run(
            ["read", "--stages", directory, "--annotate", directory, Self.samplePath])
        #expect(run.status == 0 && run.error == "")
        let names = ["1-ink", "2-lines", "3-strips", "4-account", "annotated"].map {
            "\(Self.sample).\($0).png"
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == names)
        let original = try ImageDecoder().decode([UInt8](try Sample.image(Self.sample)))
        let (width, height) = (original.width, original.height)
        let ink = try workspace.bitmap("new/folder/" + names[0])
        #expect(ink.width < width && abs(ink.width * height - ink.height * width) <= 2 * height)
        let inked = ink.withPixels { $0.count { $0 == 0 } }
        #expect(ink.withPixels { $0.allSatisfy { $0 == 0 || $0 == 255 } })
        #expect(inked > 2_000 && inked < ink.width * ink.height / 4)
        let lines = try workspace.bitmap("new/folder/" + names[1])
        #expect(lines.width == width && lines.height == height)
        // The picture has about one strip for each printed line, and some more for icons. A strip is a few dozen
        // letters long.
        let strips = try workspace.bitmap("new/folder/" + names[2])
        let printed = run.output.split(separator: "\n").count - 1
        #expect(strips.height % 42 == 0 && strips.height / 42 >= printed / 2 && strips.height / 42 <= 60)
        #expect(strips.width > 400 && strips.width < 2_000)
    }

    @Test("A picture without text, or smaller than a letter, has stages too")
    func empty() throws {
        let workspace = try ReadWorkspace()
        try BlankPicture.png.write(to: URL(fileURLWithPath: workspace.path("blank.png")))
        let run = try ServerProcess.run(
            ["read", "--stages", workspace.url.path, workspace.path("blank.png")])
        #expect(run.status == 0)
        for name in ["1-ink", "2-lines"] {
            #expect(try workspace.bitmap("blank.png.\(name).png").withPixels { $0.allSatisfy { $0 == 255 } })
        }
        let strips = try workspace.bitmap("blank.png.3-strips.png")
        #expect(strips.width == 36 && strips.height == 42)
    }

    @Test("No input is written over, and nothing that was written in the same run")
    func overwriting() throws {
        let workspace = try ReadWorkspace()
        let image = try Sample.image(Self.sample)
        let taken = workspace.path("a.png.2-lines.png")
        for path in [workspace.path("a.png"), taken] { try image.write(to: URL(fileURLWithPath: path)) }
        let run = try ServerProcess.run(
            ["read", "--stages", workspace.url.path, workspace.path("a.png"), taken])
        #expect(run.status == 1)
        #expect(run.error.split(separator: "\n").count == 1 && run.error.contains("left alone"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == image)
        #expect(FileManager.default.fileExists(atPath: taken + ".3-strips.png"))
    }
}
