import AccessControl
import Metrics
import OCRWorkers
import HTTP1
import HTTPServer
import HTTPTypes
import Scanning
import TypeSafeAPI

/// Routes about the server itself: health, readiness, versions, metrics, the API description, and one page for people.
struct InfoRoutes: Sendable {
    let pipeline: ScanPipeline
    let about: ScanService.About
    let metrics: ServiceMetrics

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/health", scope: nil, cost: RequestCost.free) { _ in
            Responses.json(HealthResponse())
        }
        router.on(.get, "/ready", scope: nil, cost: RequestCost.free) { [pipeline] _ in
            let ready = await pipeline.workers.isReady
            return Responses.json(ReadyResponse(ready: ready), status: ready ? .ok : .serviceUnavailable)
        }
        router.on(.get, "/version", scope: nil) { [pipeline, about] _ in
            let facts = pipeline.facts
            return Responses.json(
                VersionResponse(
                    version: about.version, rulesVersion: facts.rulesVersion,
                    tesseract: facts.tesseractVersion,
                    tessdata: facts.tessdataVersions))
        }
        router.on(.get, "/metrics", scope: .admin) { [metrics] _ in
            await offEventLoop {
                ServerResponse(
                    status: .ok, contentType: Exposition.contentType, body: await metrics.exposition())
            }
        }
        router.on(.get, "/openapi.yaml", scope: nil) { [about] _ in
            ServerResponse(status: .ok, contentType: "application/yaml", body: about.openAPI)
        }
        router.on(.get, "/", scope: nil) { request in
            var response = ServerResponse(
                status: .ok, contentType: "text/html; charset=utf-8",
                body: Array(Self.page(host: request.http.head.authority ?? "127.0.0.1:8080").utf8))
            response.head.headerFields[.contentSecurityPolicy] =
                "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
            return response
        }
    }

    private static func page(host: String) -> String {
        // The parser accepts only characters of a host name. `<`, `>` and `"` are not among them, but `&` and `'` are,
        // and both have a meaning in HTML.
        let host = host.filter { $0.isLetter || $0.isNumber || ".:-[]".contains($0) }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>TypeSafe</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem;
                   color: #1a1a1a; background: #fff }
            pre { background: #f2f2f2; padding: 1rem; overflow-x: auto }
            @media (prefers-color-scheme: dark) { body { color: #e8e8e8; background: #161616 }
              pre { background: #262626 } a { color: #8ab4f8 } }
            </style>
            <h1>TypeSafe</h1>
            <p>A scam scanner for screenshots. Send one:</p>
            <pre>curl -F image=@screenshot.png http://\(host)/scan-image</pre>
            <p>or a text:</p>
            <pre>curl -H 'Content-Type: application/json' \\
                 -d '{"text": "…"}' http://\(host)/analyze-text</pre>
            <p>Pictures and texts are read in memory and never written anywhere; what was read on a picture stays in memory
            for some minutes, in case it comes again. A verdict is kept, without the message's words, only
            where a <code>session_id</code> came with it. The API is described in <a href="/openapi.yaml">openapi.yaml</a>.</p>
            </html>
            """
    }
}
