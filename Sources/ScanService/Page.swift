package import Foundation

/// The files of the page for people, as they ship in `Resources/page`. They are read once: a server without its page still scans.
package struct Page: Sendable {
    struct File: Sendable {
        let contentType: String
        let content: [UInt8]
    }

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    private var files: [String: File] = [:]
    /// The files with words, which each language has its own of.
    let spoken: SpokenPage

    /// A page without files, for servers that show none.
    package static let none = Page()

    private init() { spoken = SpokenPage() }

    /// Reads the folder's files of the kinds that a page has. Others are left out, and so are folders.
    /// - Parameter answers: the texts that the page speaks with.
    package init(directory: URL, answers: AnswerTexts) {
        var templates: [String: SpokenPage.Template] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names {
            let file = directory.appendingPathComponent(name)
            guard let type = Self.contentTypes[file.pathExtension], let data = try? Data(contentsOf: file)
            else {
                continue
            }
            switch file.pathExtension {
            case "html", "webmanifest":
                templates[name] = SpokenPage.Template(
                    String(decoding: data, as: UTF8.self), contentType: type)
            case "js", "css": files[name] = File(contentType: type, content: Self.withoutComments(data))
            default: files[name] = File(contentType: type, content: Array(data))
            }
        }
        spoken = SpokenPage(templates, languages: answers.all)
    }

    /// - Parameter name: a name without its folder, which is looked up as it is and never becomes a path.
    func file(_ name: String) -> File? { files[name] }

    /// Removes indentation, and comments that stand on a line of their own: whoever reads them has the source.
    private static func withoutComments(_ source: Data) -> [UInt8] {
        let lines = String(decoding: source, as: UTF8.self).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
        return Array(
            lines.filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n").utf8)
    }
}
