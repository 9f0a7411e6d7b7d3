import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Folders")
struct ScreenshotFoldersTests {
    @Test(
        "The pictures folder is read as the desktop wrote it",
        arguments: [
            (#"XDG_PICTURES_DIR="$HOME/Bilder""#, "/home/a/Bilder"),
            ("# XDG_PICTURES_DIR=\"$HOME/No\"\n  XDG_PICTURES_DIR=\"/data/Pics/\"\n", "/data/Pics"),
            ("XDG_PICTURES_DIR=\"$HOME/One\"\nXDG_PICTURES_DIR=\"$HOME/Two\"", "/home/a/Two"),
            (#"XDG_PICTURES_DIR="$HOME/My \"best\" pictures""#, "/home/a/My \"best\" pictures"),
            (#"XDG_PICTURES_DIR="$HOME""#, "/home/a"),
            (#"XDG_PICTURES_DIR="relative""#, nil), (#"XDG_PICTURES_DIR="$HOMELESS/x""#, nil),
            ("XDG_PICTURES_DIR=$HOME/Bare", nil), ("", nil), ("XDG_MUSIC_DIR=\"$HOME/Music\"", nil),
        ])
    func userDirectories(_ text: String, _ folder: String?) {
        #expect(ScreenshotFolders.picturesFolder(userDirectories: text, home: "/home/a") == folder)
    }

    #if !canImport(Darwin)
        @Test("Folders come from the environment, the desktop's own names, and the pictures folder")
        func all() throws {
            let home = try Workspace()
            try FileManager.default.createDirectory(
                atPath: home.file(".config"), withIntermediateDirectories: true)
            try home.write(".config/user-dirs.dirs", Data(#"XDG_PICTURES_DIR="$HOME/Bilder""#.utf8))
            let environment = [
                "HOME": home.path, "SCREENSHOT_DIR": "/shots", "XDG_SCREENSHOTS_DIR": "relative",
            ]
            #expect(
                ScreenshotFolders.all(environment: environment)
                    == ["/shots", home.file("Bilder/Screenshots"), home.file("Bilder")])
            try FileManager.default.createDirectory(
                atPath: home.file("Bilder/Bildschirmfotos"), withIntermediateDirectories: true)
            #expect(
                ScreenshotFolders.all(environment: environment)
                    == ["/shots", home.file("Bilder/Bildschirmfotos"), home.file("Bilder")])
        }
    #endif

    @Test("Chosen folders are the only ones, each once")
    func chosen() {
        #expect(ScreenshotFolders.all(chosen: ["/a/b/", "/a/./b", "/c"]) == ["/a/b", "/c"])
    }

    @Test(
        "Access is what the folders are",
        arguments: [
            ([], false, .notDetermined), ([.missing], false, .notDetermined), ([.missing], true, .denied),
            ([.readable], true, .authorized), ([.readable, .missing], false, .authorized),
            ([.readable, .unreadable], true, .limited), ([.unreadable, .missing], true, .denied),
        ] as [([FolderAccess.State], Bool, AuthorizationStatus)])
    func access(_ states: [FolderAccess.State], _ isConfigured: Bool, _ expected: AuthorizationStatus) {
        let folders = states.enumerated().map { FolderAccess(path: "/f\($0.offset)", state: $0.element) }
        let state = AuthorizationStatus(folders, isConfigured: isConfigured)
        #expect(state == expected)
    }

    @Test("Folders are looked at")
    func looking() throws {
        let workspace = try Workspace()
        let file = try workspace.write("file", Data())
        #expect(
            FolderAccess.of([workspace.path, workspace.file("none"), file]).map(\.state) == [
                .readable, .missing, .missing,
            ])
    }
}
