import Foundation
import Glibc
import ImageFormats
import Testing

@testable import ScreenshotDetection

@Suite("Fetching")
struct ScreenshotFinderTests {
    private let workspace: Workspace
    private let finder: ScreenshotFinder

    init() throws {
        workspace = try Workspace()
        finder = ScreenshotFinder(folders: [workspace.path], sizeLimit: 10_000)
    }

    @Test("The newest picture is fetched, whatever lies on top of it")
    func newest() throws {
        try workspace.write("old.png", Picture.png(1), secondsAgo: 50)
        try workspace.write("shot", Picture.png(2), secondsAgo: 20)
        try workspace.write("notes.png", Data("no picture at all".utf8), secondsAgo: 1)
        try workspace.write(".hidden.png", Picture.png(3))
        let picture = try finder.newest(around: Date())
        #expect(picture.path == workspace.file("shot") && picture.format == .png)
        #expect(picture.content == Picture.png(2))
        #expect(try finder.newest().path == picture.path)
    }

    @Test("A screenshot belongs to a notification for 60 s")
    func reach() throws {
        try workspace.write("shot.png", Picture.png(1), secondsAgo: 100)
        #expect(throws: ScreenshotFinderError.notFound) { try finder.newest(around: Date()) }
        #expect(try finder.newest(around: Date() - 70).format == .png)
        #expect(throws: ScreenshotFinderError.notFound) { try finder.newest(around: Date() - 170) }
    }

    @Test("A date beyond what nanoseconds hold ends nothing", arguments: [10_000_000_000, -10_000_000_000])
    func farDates(seconds: Int) throws {
        try workspace.write("shot.png", Picture.png(1))
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        for path in [workspace.file("shot.png"), workspace.path] {
            try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        }
        #expect(throws: ScreenshotFinderError.notFound) { try finder.newest(around: Date()) }
        #expect(try finder.newest().format == .png)
        var glance = DirectoryPoller(folder: workspace.path)
        var baseline = BaselineFiles()
        let changed = glance.changed(since: Date(), mustList: true, baseline: &baseline)
        #expect(changed.count == (seconds > 0 ? 1 : 0))
    }

    @Test("Nothing there, and no folder at all, is not found")
    func empty() {
        #expect(throws: ScreenshotFinderError.notFound) { try finder.newest() }
        let none = ScreenshotFinder(folders: [workspace.file("none")])
        #expect(throws: ScreenshotFinderError.notFound) { try none.newest() }
    }

    @Test("Deleted, replaced, cut off and too large are told apart")
    func failures() throws {
        try workspace.write("shot.png", Picture.png(1))
        let candidate = try #require(DirectoryListing.newest(in: [workspace.path], limit: 1).first)
        try workspace.write("shot.png", Picture.png(2, size: 200))
        #expect(throws: PictureFileError.changing) { try finder.read(candidate) }
        try FileManager.default.removeItem(atPath: candidate.path)
        #expect(throws: PictureFileError.missing) { try finder.read(candidate) }
        try workspace.write("shot.png", Picture.png(1).dropLast(3))
        #expect(throws: ScreenshotFinderError.file(path: candidate.path, .incomplete)) { try finder.newest() }
        try workspace.write("shot.png", Picture.png(1, size: 20_000))
        #expect(throws: ScreenshotFinderError.file(path: candidate.path, .tooLarge(limit: 10_000))) {
            try finder.newest()
        }
    }

    @Test("A notification's picture is found by its content, and no other takes its place")
    func referred() throws {
        let reference = PictureReference(hash: ContentHash(of: Picture.png(1)), size: Picture.png(1).count)
        let path = try workspace.write("shot.png", Picture.png(1))
        try workspace.write("other.png", Picture.png(2))
        #expect(try finder.picture(reference, at: path).path == path)
        rename(path, workspace.file("renamed.png"))
        try workspace.write("shot.png", Picture.png(3))
        #expect(try finder.picture(reference, at: path).path == workspace.file("renamed.png"))
        #expect(try finder.picture(reference).content == Picture.png(1))
        try FileManager.default.removeItem(atPath: workspace.file("renamed.png"))
        #expect(throws: ScreenshotFinderError.deleted) { try finder.picture(reference, at: path) }
        #expect(throws: ScreenshotFinderError.deleted) { try finder.picture(reference) }
    }

    @Test("Only regular files are opened")
    func irregular() throws {
        let target = try workspace.write("target", Picture.png(1))
        symlink(target, workspace.file("link.png"))
        mkfifo(workspace.file("pipe.png"), 0o600)
        mkdir(workspace.file("folder.png"), 0o700)
        for name in ["link.png", "pipe.png", "folder.png"] {
            #expect(throws: PictureFileError.notRegular, "\(name)") {
                try PictureFile(path: workspace.file(name), sizeLimit: 10_000)
            }
        }
        try FileManager.default.removeItem(atPath: target)
        #expect(DirectoryListing.newest(in: [workspace.path], limit: 9).isEmpty)
        #expect(throws: ScreenshotFinderError.notFound) { try finder.newest() }
    }

    @Test("Recent pictures are listed newest first")
    func recent() throws {
        for number in 0..<30 {
            try workspace.write("\(number).png", Picture.png(number), secondsAgo: Double(number))
        }
        try workspace.write("text", Data(repeating: 0x20, count: 100))
        let recent = finder.recent(limit: 9)
        #expect(recent.map(\.path) == (0..<9).map { workspace.file("\($0).png") })
    }

    @Test("A long listing is cut to the newest")
    func manyFiles() throws {
        for number in 0..<2_000 {
            try Data([1]).write(to: URL(fileURLWithPath: workspace.file("\(number)")))
            let time = timespec(tv_sec: 1_700_000_000 - (number * 7) % 2_000, tv_nsec: 0)
            let times = [time, time]
            #expect(utimensat(AT_FDCWD, workspace.file("\(number)"), times, 0) == 0)
        }
        let newest = DirectoryListing.newest(in: [workspace.path], limit: 5).map(\.path)
        let expected = (0..<2_000).sorted { ($0 * 7) % 2_000 < ($1 * 7) % 2_000 }.prefix(5)
        #expect(newest == expected.map { workspace.file("\($0)") })
    }
}
