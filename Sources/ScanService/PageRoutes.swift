import HTTPServer
import HTTPTypes
import Texts

/// Routes of the page for people. The files need no key: nothing about anybody is in them, and the page asks for the key itself.
struct PageRoutes: Sendable {
    /// The page runs only its own files, reaches only its own server, and nobody shows it in a frame. `blob:` is for the picture
    /// that its user chose. Without `unsafe-inline`, markup in a message that got into the page by a mistake would still do nothing.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    let page: Page

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/", scope: nil) { request throws(ServiceError) in
            try respond(to: request, with: "index.html")
        }
        // A browser asks for all of the page's files at once, and has paid for them with the page.
        router.on(.get, "/page/{file}", scope: nil, cost: RequestCost.free) { request throws(ServiceError) in
            try respond(to: request, with: request.parameters["file"] ?? "")
        }
        // A service worker may serve the paths below its own only.
        router.on(.get, "/sw.js", scope: nil, cost: RequestCost.free) { request throws(ServiceError) in
            try respond(to: request, with: "sw.js")
        }
    }

    private func respond(to request: ServiceRequest, with name: String) throws(ServiceError) -> ServerResponse
    {
        let spoken = page.spoken.file(name, in: request.texts)
        guard let file = spoken ?? page.file(name) else { throw .notFound }
        let response = ServerResponse(status: .ok, contentType: file.contentType, body: file.content)
        var answer = Responses.conditional(response, for: request.fields)
        answer.head.headerFields[.contentSecurityPolicy] = Self.policy
        if spoken != nil {
            answer.head.headerFields[.contentLanguage] = request.texts.language.tag
            // A service worker finds what it keeps by this field, so it names no other one.
            answer.head.headerFields[.vary] = "Accept-Language"
        }
        return answer
    }
}
