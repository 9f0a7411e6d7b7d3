import HTTPServer
import Testing

@Suite("Accept")
struct AcceptFieldTests {
    static let offers = ["application/json", "text/plain", "text/html"]

    @Test(
        "The type that the client likes best is chosen, of equal ones the first offered",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/*", "text/plain"),
            ("text/html", "text/html"), ("TEXT/HTML;level=1", "text/html"),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "text/html"),
            ("text/plain;q=0.5, text/html;q=0.6", "text/html"),
            ("*/*, text/plain;q=0.5, application/json;q=0", "text/html"),
            ("text/html;q=0, */*;q=0.1", "application/json"), (" text/plain ;q=1", "text/plain"),
        ] as [(String?, String)])
    func preferred(_ field: String?, _ type: String) {
        #expect(AcceptField(field).preferred(of: Self.offers) == type)
    }

    @Test(
        "Where the client takes none, or says nothing that can be read, none is chosen",
        arguments: ["", "image/png", "text/html;q=0", "text", "/", "text/html;q=\"", "*/html", ";", ",,"])
    func none(_ field: String) {
        #expect(AcceptField(field).preferred(of: Self.offers) == nil)
    }
}
