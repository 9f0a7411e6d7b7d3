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
    /// - Parameters:
    ///   - answers: the texts that the page speaks with.
    ///   - pushKey: the key by which a browser takes the server's pushes; nil where it gets none.
    package init(directory: URL, answers: AnswerTexts, pushKey: String? = nil) {
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
                templates[name] = SpokenPage.Template(Self.withoutComments(data), contentType: type)
            case "js": files[name] = File(contentType: type, content: Array(Self.withoutComments(data).utf8))
            case "css":
                let style = Self.withoutSpaces(Self.withoutComments(data))
                files[name] = File(contentType: type, content: Array(style.utf8))
            default: files[name] = File(contentType: type, content: Array(data))
            }
        }
        spoken = SpokenPage(templates, languages: answers.all, pushKey: pushKey)
    }

    /// - Parameter name: a name without its folder, which is looked up as it is and never becomes a path.
    func file(_ name: String) -> File? { files[name] }

    /// Removes indentation, and comments that stand on a line of their own: whoever reads them has the source.
    private static func withoutComments(_ source: Data) -> String {
        let lines = String(decoding: source, as: UTF8.self).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
        return lines.filter { line in !["//", "/*", "<!--"].contains { line.hasPrefix($0) } }
            .joined(separator: "\n")
    }

    /// Removes what a style sheet has for its readers: spaces beside signs, and the last semicolon of a rule.
    private static func withoutSpaces(_ style: String) -> String {
        style.replacing(#/;?\s?([{}>])\s?|([;,:])\s/#) { match in match.1 ?? match.2 ?? "" }
    }
}
