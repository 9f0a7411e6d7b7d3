import Foundation
import TestSupport
import TypeSafeAPI

/// Cases of the route `POST /scan-image`, apart from asynchronous scans.
enum ScanCases {
    static let scam =
        "USPS: pay the $1.95 redelivery fee to release your parcel: https://usps-redelivery-help.top/track"
    private static let blank = BlankPicture.png

    private static func text(_ text: String) -> Data { Data(text.utf8) }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    static let all =
        images + forms + countries + textForms + unusableImages + invalidFields + noImages
        + refusals
        + idempotency + malformedKeys

    private static let images: [RouteCase] = [
        RouteCase(
            "An image without text is unknown, never low", .open, .image(blank), 200,
            .decodes(ScanResponse.self), .json("status", "no_text"), .json("risk_level", "unknown"),
            .json("confidence", 0), .absent("scam_probability", "language", "stored", "decided_by"),
            .field("Content-Type", "application/json"), .field("Server-Timing", contains: "total;dur=")),
        RouteCase(
            "An image as application/octet-stream is read", .open,
            RouteRequest("POST", "/scan-image", fields: [("Content-Type", "application/octet-stream")])
                .with(.bytes(blank)), 200, .json("status", "no_text")),
        RouteCase(
            "An image of a scam is high, with reasons, places on the image and advice", .open,
            .image(RouteImage.scam, query: "?user_country=US&lang=eng"), 200, .decodes(ScanResponse.self),
            .json("status", "ok"), .json("risk_level", "high"), .json("scam_type", "delivery"),
            .json("ocr.languages.0", "eng"), .json("language.covered", true),
            .json("language.detected.0", "en"),
            .reasonOnImage,
            .present(
                "advice.now.0", "advice.if_you_already.0.did", "advice.report.0.name",
                "timing_ms.total")),
        RouteCase(
            "An image in a form is judged like one as the body", .open,
            .form(("image", RouteImage.scam), ("user_country", text("US")), ("lang", text("eng"))), 200,
            .json("risk_level", "high"), .json("scam_type", "delivery"), .reasonOnImage),
        RouteCase(
            "An image of a scan with a session is stored, without its text", .open,
            RouteStep(.image(blank, query: "?session_id=$session"), 200, .json("stored", true)).capturing(
                "scan", "scan_id"),
            RouteStep(
                .get("/results/$scan"), 200, .json("risk_level", "unknown"), .absent("ocr", "text", "stored"))
        ),
        RouteCase(
            "Of a picture with too many pixels the header is enough", .open, .image(BlankPicture.bomb), 413,
            .problem(.imageTooLarge, field: "image")),
    ]

    private static let forms: [RouteCase] = [
        RouteCase(
            "ocr_text counts where there is no image, or one without text", .open,
            RouteStep(
                .form(("ocr_text", text(scam))), 200, .json("risk_level", oneOf: ["medium", "high"]),
                .absent("ocr")
            ).capturing("rules", "findings.*.rule"),
            RouteStep(
                .form(("ocr_text", text(scam)), ("image", blank)), 200,
                .json("findings.*.rule", variable: "rules"),
                .present("ocr"))),
        RouteCase(
            "ocr_text of 5,000 characters is taken, in whatever script", .open,
            .form(("ocr_text", text(String(repeating: "ß", count: 5_000)))), 200),
        RouteCase(
            "A form's field counts before the query's", .open,
            RouteStep(.form(("ocr_text", text(scam)), ("user_country", text("US"))), 200)
                .capturing("places", "advice.report.*.name"),
            RouteStep(
                .form(("ocr_text", text(scam)), ("user_country", text("GB"))), 200,
                .json("advice.report.*.name", not: "places")),
            RouteStep(
                .form(("ocr_text", text(scam)), ("user_country", text("US"))).with(query: "?user_country=GB"),
                200,
                .json("advice.report.*.name", variable: "places"))),
        RouteCase(
            "Unknown fields of a form are passed over", .open,
            .form(("color", Data([0xFF])), ("image", blank)), 200, .json("status", "no_text")),
        RouteCase(
            "Empty fields of a form are as good as none", .open,
            .form(
                ("session_id", Data()), ("user_country", Data()), ("lang", Data()), ("image", blank)), 200,
            .absent("stored")),
        RouteCase(
            "A form with neither image nor ocr_text", .open, .form(("user_country", text("US"))), 400,
            .problem(.missingField, field: "image")),
        RouteCase(
            "A request without a body", .open, RouteRequest("POST", "/scan-image"), 400,
            .problem(.missingField, field: "image")),
        RouteCase(
            "A field of a form sent twice", .open,
            .form(("lang", text("eng")), ("lang", text("eng")), ("image", blank)), 400,
            .problem(.invalidField, field: "lang")),
        RouteCase(
            "A field of a form that is no text", .open, .form(("ocr_text", Data([0xC3, 0x28]))), 400,
            .problem(.invalidField, field: "ocr_text")),
        malformedForm("without a boundary", "multipart/form-data", "--x\r\n"),
        malformedForm(
            "that ends before its closing boundary", "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=image\r\n\r\nabc"),
        malformedForm(
            "with ten thousand parts", "multipart/form-data; boundary=x",
            String(repeating: "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", count: 10_000)
                + "--x--"),
        malformedForm(
            "with a part whose header has a megabyte", "multipart/form-data; boundary=x",
            "--x\r\nX-Long: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n1\r\n--x--"),
    ]

    private static func malformedForm(_ what: String, _ contentType: String, _ body: String) -> RouteCase {
        RouteCase(
            "A form \(what)", .open,
            RouteRequest("POST", "/scan-image", fields: [("Content-Type", contentType)]).with(.text(body)),
            400,
            .problem(.malformedForm))
    }

    /// Values of `user_country`, and the country that each counts as; nil for none.
    private static let countryNames: [(name: String, country: String?)] = [
        ("us", "US"), ("en_US", "US"), ("en-us", "US"), ("es-419", nil), ("419", nil), ("001", nil),
        ("", nil),
        ("USA", nil), ("XX", nil), ("Großbritannien", nil), ("ß", nil), ("-", nil), (" ", nil),
        ("\u{0}", nil),
        ("zh-Hant-US", "US"), ("en-x-US", nil), ("{}", nil), (String(repeating: "US", count: 50_000), nil),
    ]

    /// Sends each in a form and as a parameter, and compares the places for reports with those of its country.
    private static let countries: [RouteCase] =
        countryNames.map { name, country in
            let known = country.map { [("user_country", text($0))] } ?? []
            let parameter = name.count < 100 && name != "\u{0}" ? "?user_country=\(encoded(name))" : ""
            return RouteCase(
                "A country is known or unknown, never refused: \(name.prefix(20))", .open,
                RouteStep(.form(parts: [("ocr_text", text(scam))] + known), 200).capturing(
                    "places", "advice.report.*.name"),
                RouteStep(
                    .form(("ocr_text", text(scam)), ("user_country", text(name))), 200,
                    .json("advice.report.*.name", variable: "places")),
                RouteStep(
                    .form(("ocr_text", text(scam))).with(query: parameter), 200,
                    parameter.isEmpty
                        ? .json("status", "ok") : .json("advice.report.*.name", variable: "places")))
        } + [
            RouteCase(
                "A country that is no text", .open,
                RouteStep(.form(("ocr_text", text(scam)), ("user_country", Data([0xFF, 0xFE]))), 200),
                RouteStep(.image(blank, query: "?user_country=%FF"), 200))
        ]

    private static func textForm(_ body: String) -> RouteRequest {
        RouteRequest(
            "POST", "/scan-image",
            fields: [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")]
        ).with(.text(body))
    }

    private static let textForms: [RouteCase] = [
        RouteCase(
            "A form without an image may be URL-encoded", .open,
            RouteStep(.form(("ocr_text", text(scam)), ("user_country", text("US"))), 200).capturing(
                "rules", "findings.*.rule"),
            RouteStep(
                textForm(
                    "ocr%5Ftext=\(encoded(scam).replacing("%20", with: "+"))&user_country=US"), 200,
                .json("findings.*.rule", variable: "rules"), .json("scam_type", "delivery"), .absent("ocr"))),
        RouteCase(
            "A URL-encoded form of a session is stored", .open,
            textForm("session_id=$session&ocr_text=hello&mood=%FF"), 200, .json("stored", true)),
        RouteCase(
            "A URL-encoded form of 5,000 characters", .open,
            textForm("ocr_text=" + String(repeating: "%F0%9F%92%B0", count: 5_000)), 200),
        RouteCase(
            "A URL-encoded form without a text", .open, textForm("image=abc&lang=eng"), 400,
            .problem(.missingField, field: "image")),
        RouteCase(
            "An empty URL-encoded form", .open, textForm(""), 400, .problem(.missingField, field: "image")),
        RouteCase(
            "A URL-encoded form with a broken escape", .open, textForm("ocr_text=100%"), 400,
            .problem(.invalidField, field: "ocr_text")),
        RouteCase(
            "A URL-encoded form with bytes that are no text", .open,
            textForm("").with(.bytes(text("ocr_text=") + Data([0xFF]))), 400,
            .problem(.invalidField, field: "ocr_text")),
        RouteCase(
            "A field of a URL-encoded form sent twice", .open, textForm("ocr_text=a&ocr_text=a"), 400,
            .problem(.invalidField, field: "ocr_text")),
        RouteCase(
            "A URL-encoded form of 5,001 characters", .open,
            textForm("ocr_text=" + String(repeating: "a", count: 5_001)), 400,
            .problem(.invalidField, field: "ocr_text")),
        RouteCase(
            "A URL-encoded form of 100,000 bytes", .open,
            textForm("ocr_text=" + String(repeating: "a", count: 100_000)), 413, .problem(.bodyTooLarge)),
    ]

    /// Images that can't be used, with the problem that each is alone, and is said beside a text.
    private static let unusableImages: [RouteCase] =
        [
            ("of no known format", text("hello"), 415, ProblemKind.unsupportedImage),
            ("that is empty", Data(), 415, .unsupportedImage),
            ("that is cut in half", RouteImage.half, 422, .unreadableImage),
            ("with too many pixels", BlankPicture.bomb, 413, .imageTooLarge),
        ].map { (name: String, image: Data, status: Int, kind: ProblemKind) in
            RouteCase(
                "An image \(name) beside a text", .open,
                RouteStep(
                    .form(("ocr_text", text(scam)), ("image", image)), 200, .json("scam_type", "delivery"),
                    .json("image_problem.type", kind.urn), .json("image_problem.status", status),
                    .json("image_problem.field", "image"), .absent("ocr"),
                    .json("explanation", contains: "The picture couldn't be used")),
                RouteStep(
                    .form(("ocr_text", Data()), ("image", image)), status, .problem(kind, field: "image")),
                RouteStep(
                    .form(("ocr_text", text(" \n?")), ("image", image)), status,
                    .problem(kind, field: "image")))
        } + [
            RouteCase(
                "A job with an image that can't be used beside a text", .open,
                RouteStep(
                    .form(
                        ("ocr_text", text(scam)), ("image", RouteImage.half),
                        fields: [("Prefer", "respond-async")]), 202
                ).capturing("path", field: "Location"),
                RouteStep(
                    .get("$path"), 200, .json("result.scam_type", "delivery"),
                    .json("result.image_problem.type", ProblemKind.unreadableImage.urn)
                ).awaited()),
            RouteCase(
                "An image that can be used has no problem", .open,
                .form(("ocr_text", text(scam)), ("image", blank)), 200, .absent("image_problem")),
        ]

    private static let invalidValues: [(name: String, value: String)] = [
        ("session_id", "not-a-uuid"), ("ocr_text", String(repeating: "a", count: 5_001)),
        ("lang", "xyz"), ("lang", "../eng"), ("lang", "eng+"),
        ("lang", "eng+eng"), ("lang", "eng+deu+fra+spa+ita"),
    ]

    /// Sends each invalid value in a part of a form, and in a parameter of the query.
    private static let invalidFields: [RouteCase] = invalidValues.flatMap { name, value -> [RouteCase] in
        let shown = "\(name) \(value.prefix(20))"
        return [
            RouteCase(
                "An invalid field of a form: \(shown)", .open, .form(("image", blank), (name, text(value))),
                400,
                .problem(.invalidField, field: name)),
            RouteCase(
                "An invalid parameter: \(shown)", .open,
                .image(blank, query: "?\(name)=\(value.replacing("+", with: "%2B"))"), 400,
                .problem(.invalidField, field: name)),
        ]
    }

    private static let noImages: [RouteCase] =
        [
            ("nothing", ""), ("a text", "hello"), ("a PDF", "%PDF-1.7"), ("a drawing", "<svg xmlns='x'/>"),
        ].map { (name: String, content: String) in
            RouteCase(
                "A file that is no image but \(name)", .open, .form(("image", text(content))), 415,
                .problem(.unsupportedImage, field: "image"))
        }

    private static let refusals: [RouteCase] = [
        RouteCase(
            "A file under another name is told with its name", .open,
            RouteRequest(
                "POST", "/scan-image", fields: [("Content-Type", "multipart/form-data; boundary=x")]
            ).with(
                .text(
                    "--x\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\n\r\na\r\n--x--\r\n"
                )), 400, .problem(.missingField, field: "image"), .json("detail", contains: "picture")),
        RouteCase(
            "A compressed picture is told as that", .open, .image(blank, ("Content-Encoding", "gzip")), 415,
            .problem(.unsupportedMediaType), .json("detail", contains: "compressed")),
        RouteCase(
            "A compressed text is told as that", .open,
            .json("POST", "/analyze-text", "{}").with(field: ("Content-Encoding", "gzip")), 415,
            .problem(.unsupportedMediaType), .json("detail", contains: "compressed")),
        RouteCase(
            "A format that isn't read is named, with those that are", .open, .image(text("%PDF-1.7")), 415,
            .problem(.unsupportedImage, field: "image"),
            .json("detail", contains: "It looks like a PDF. PNG, JPEG, WebP, ")),
        RouteCase(
            "An image that is cut in half fails alike each time", .open,
            RouteStep(.image(RouteImage.half), 422, .problem(.unreadableImage, field: "image")),
            RouteStep(.image(RouteImage.half), 422, .problem(.unreadableImage, field: "image"))),
        RouteCase(
            "An image of which twenty bytes came", .open, .image(RouteImage.benign.prefix(20)), 422,
            .problem(.unreadableImage, field: "image")),
        RouteCase(
            "An image with wrong bytes in its middle", .open, .image(RouteImage.corrupt), 422,
            .problem(.unreadableImage, field: "image")),
        RouteCase(
            "A content type that isn't read", .open,
            RouteRequest("POST", "/scan-image", fields: [("Content-Type", "text/plain")]).with(.text("x")),
            415,
            .problem(.unsupportedMediaType)),
        RouteCase(
            "A body that is announced as larger than the limit", .open,
            RouteRequest(
                "POST", "/scan-image",
                fields: [
                    ("Content-Type", "image/png"), ("Content-Length", String(RouteSetup.bodyLimit + 1)),
                ]), 413, .problem(.bodyTooLarge)),
        RouteCase(
            "A parameter sent twice", .open, .image(blank, query: "?lang=eng&lang=eng"), 400,
            .problem(.invalidField, field: "lang")),
        RouteCase(
            "A parameter that is no text", .open, .image(blank, query: "?ocr_text=%FF"), 400,
            .problem(.invalidField, field: "ocr_text")),
        RouteCase("An unknown parameter is passed over", .open, .image(blank, query: "?x=%FF&x=1"), 200),
        RouteCase(
            "A target of ten thousand characters", .open,
            .image(blank, query: "?ocr_text=" + String(repeating: "a", count: 10_000)), 414,
            .problem(.malformedRequest)),
    ]

    private static let idempotency: [RouteCase] = [
        RouteCase(
            "The same request under one key gets the same response; another request is refused", .open,
            RouteStep(
                .image(blank, query: "?ocr_text=hello", ("Idempotency-Key", "$key")), 200,
                .field("Idempotent-Replayed", nil)
            ).capturingBody("first").capturing("request", field: "X-Request-ID"),
            RouteStep(
                .image(blank, query: "?ocr_text=hello", ("Idempotency-Key", "$key")), 200,
                .field("Idempotent-Replayed", "true"), .body(variable: "first"),
                .field("X-Request-ID", not: "request")),
            RouteStep(
                .image(RouteImage.benign, query: "?ocr_text=hello", ("Idempotency-Key", "$key")), 422,
                .problem(.idempotencyMismatch, field: "Idempotency-Key")),
            RouteStep(
                .image(blank, query: "?ocr_text=hello&user_country=GB", ("Idempotency-Key", "$key")), 422,
                .problem(.idempotencyMismatch, field: "Idempotency-Key")),
            RouteStep(
                .text(#"{"text": "hello"}"#, ("Idempotency-Key", "$key")), 422,
                .problem(.idempotencyMismatch, field: "Idempotency-Key")))
    ]

    private static let malformedKeys: [RouteCase] = ["a b", "a.b", "a,b", String(repeating: "a", count: 65)]
        .map { key in
            RouteCase(
                "A malformed idempotency key: \(key.prefix(5))", .open,
                .image(blank, ("Idempotency-Key", key)), 400,
                .problem(.invalidField, field: "Idempotency-Key"))
        }
}

/// Images for the cases, made from screenshots that are shipped with the project.
enum RouteImage {
    static let scam = sample("scam-parcel-imessage-light.png")
    static let benign = sample("benign-code-android-light.png")

    static let half = benign.prefix(benign.count / 2)

    /// The image `benign` with 64 bytes changed.
    static let corrupt: Data = {
        var image = benign
        for offset in image.count / 3..<image.count / 3 + 64 { image[offset] ^= 0x5A }
        return image
    }()

    private static func sample(_ name: String) -> Data {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? Data(contentsOf: root.appendingPathComponent("Resources/samples/\(name)"))) ?? Data()
    }
}
