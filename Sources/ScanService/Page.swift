package import Foundation

/// The files of the page for people, as they ship in `Resources/page`. They are read once: a server without its page still scans.
package struct Page: Sendable {
    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    struct File: Sendable {
        let contentType: String
        let content: [UInt8]
    }

    private var files: [String: File] = [:]

    /// A page without files, for servers that show none.
    package static let none = Page()

    private init() {}

    /// Reads the folder's files of the kinds that a page has. Others are left out, and so are folders.
    package init(directory: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names {
            let file = directory.appendingPathComponent(name)
            guard let type = Self.contentTypes[file.pathExtension], let data = try? Data(contentsOf: file)
            else {
                continue
            }
            files[name] = File(contentType: type, content: Array(data))
        }
    }

    /// - Parameter name: a name without its folder, which is looked up as it is and never becomes a path.
    func file(_ name: String) -> File? { files[name] }
}
