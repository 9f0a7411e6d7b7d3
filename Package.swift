// swift-tools-version: 6.2
import PackageDescription

/// One set of habits for every Swift target: see CONTRIBUTING.md.
let habits: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// What computes is optimised in debug builds as well, so that tests take half the time. Products that other packages use have none of these.
let computing = habits + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The packages of the server and the command line. A program that depends on the client library without this trait fetches none.
let applications = TargetDependencyCondition.when(traits: ["Applications"])
let httpTypes = Target.Dependency.product(
    name: "HTTPTypes", package: "swift-http-types", condition: applications)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: applications)
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: applications)
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto", condition: applications)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: applications)

/// A line for each target: its name, what it may import, and (in docs/ARCHITECTURE.md) what it is for.
/// `scripts/check-dependencies` holds the imports to these lists.
let package = Package(
    name: "TypeSafe",
    // Those of the client library (scripts/check-availability). The other targets need newer ones.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "typesafe-server", targets: ["typesafe-server"]),
        .executable(name: "typesafe", targets: ["typesafe"]),
        .library(name: "TypeSafeAPI", targets: ["TypeSafeAPI"]),
        .library(name: "TypeSafeClient", targets: ["TypeSafeClient"]),
    ],
    traits: [
        .default(enabledTraits: ["Applications"]),
        .trait(
            name: "Applications",
            description: "The server and the command line. The client library needs no package without it."),
        .trait(
            name: "HEIF", description: "Reads HEIC and AVIF pictures, through libheif (libheif-dev).",
            enabledTraits: ["Applications"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // C libraries and what Swift can't say to them
        .target(name: "CSerialTesseract"),
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        .systemLibrary(name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev"])]),
        // Its pkg-config file has a flag that SwiftPM warns of; its headers and its library lie where the compiler looks anyway.
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(
            name: "CImageCodecs",
            cSettings: [.define("IC_HEIF", .when(traits: ["HEIF"]))],
            linkerSettings: ["png", "deflate", "jpeg", "webp"].map { .linkedLibrary($0) }
                + [.linkedLibrary("heif", .when(traits: ["HEIF"]))]),
        // ZXing behind a C face; its headers and its library lie where the compiler looks anyway.
        .target(name: "CBarcodes", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CLinux"),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(
            name: "CRedisTLS", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "CSQLiteVFS", linkerSettings: [.linkedLibrary("sqlite3")]),

        // What the scanner and the wire share
        .target(name: "ScamTaxonomy", swiftSettings: habits),

        // What concurrent work shares, and what a process may have of the system
        .target(name: "Concurrency", swiftSettings: habits),
        .target(name: "AtomicFile", swiftSettings: habits),
        .target(name: "Snapshots", swiftSettings: computing),
        .target(name: "ProcessControl", dependencies: ["CLinux"], swiftSettings: habits),

        // Socket → HTTP
        .target(name: "Sockets", dependencies: ["CLinux"], swiftSettings: habits),
        .target(name: "HTTP1", dependencies: [httpTypes], swiftSettings: habits),
        .target(
            name: "HTTPServer", dependencies: ["HTTP1", "ProcessControl", "Sockets", httpTypes],
            swiftSettings: habits),

        // Image → text → verdict
        .target(name: "ImageFormats", swiftSettings: computing),
        .target(
            name: "Imaging", dependencies: ["ImageFormats", "CLeptonica", "CImageCodecs"],
            swiftSettings: computing),
        .target(
            name: "TextAnalysis", dependencies: ["ScamTaxonomy", "Snapshots", "YAML"],
            swiftSettings: computing),
        .target(
            name: "ConversationJoining", dependencies: ["TextAnalysis", "Texts"], swiftSettings: computing),
        .target(
            name: "Barcodes", dependencies: ["CBarcodes", "Imaging", "TextAnalysis"], swiftSettings: computing
        ),
        .target(
            name: "ScreenLayout", dependencies: ["Imaging", "TextAnalysis"], swiftSettings: computing),
        .target(
            name: "OCR",
            dependencies: ["Imaging", "TextAnalysis", "CLeptonica", "CSerialTesseract", "CTesseract"],
            swiftSettings: computing),
        .target(
            name: "OCRWorkers",
            dependencies: [
                "Barcodes", "OCR", "Imaging", "Redaction", "ScreenLayout", "TextAnalysis", "Sockets",
                "CLinux",
                "Concurrency", "ProcessControl",
            ],
            swiftSettings: habits),
        .target(
            name: "Redaction", dependencies: ["Imaging", "ScamTaxonomy", "TextAnalysis"],
            swiftSettings: computing),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: computing),
        .target(name: "Texts", dependencies: ["YAML"], swiftSettings: computing),
        .target(
            name: "ScamDetection",
            dependencies: ["AtomicFile", "ScamTaxonomy", "Snapshots", "TextAnalysis", "Texts", "YAML"],
            swiftSettings: computing),
        .target(
            name: "Scanning",
            dependencies: [
                "Concurrency", "ConversationJoining", "Imaging", "OCR", "OCRWorkers", "Redaction",
                "TextAnalysis", "Texts",
                "ScamDetection", crypto,
            ],
            swiftSettings: habits),

        // The service
        .target(
            name: "Redis", dependencies: ["CHiredis", "CRedisTLS", "Sockets", crypto], swiftSettings: habits),
        .target(
            name: "Storage", dependencies: ["Concurrency", "CSQLiteVFS", "ScamTaxonomy", grdb],
            swiftSettings: habits),
        .target(
            name: "SharedStorage", dependencies: ["Concurrency", "Redis", "ScamTaxonomy", "Storage", crypto],
            swiftSettings: habits),
        .target(name: "AccessControl", dependencies: ["AtomicFile", crypto], swiftSettings: habits),
        .target(name: "Outbound", dependencies: ["CCurl", "Sockets"], swiftSettings: habits),
        .target(
            name: "Webhooks",
            dependencies: [
                "AccessControl", "Concurrency", "Outbound", "ScamTaxonomy", "Storage", "YAML", crypto,
            ],
            swiftSettings: habits),
        .target(name: "Push", dependencies: ["Outbound", "YAML", crypto], swiftSettings: habits),
        .target(
            name: "BundledResources",
            resources: [
                .copy("../../Resources/rules"), .copy("../../Resources/lexicon"),
                .copy("../../Resources/languages"), .copy("../../Resources/tessdata"),
                .copy("../../Resources/page"), .copy("../../Resources/texts"), .copy("../../openapi.yaml"),
            ],
            swiftSettings: habits),
        .target(name: "TypeSafeAPI", dependencies: ["ScamTaxonomy"], swiftSettings: habits),
        .target(
            name: "WireMapping", dependencies: ["ScamDetection", "TextAnalysis", "Texts", "TypeSafeAPI"],
            swiftSettings: habits),
        .target(
            name: "ScanDocuments", dependencies: ["ImageFormats", "Texts", "TypeSafeAPI", crypto],
            swiftSettings: habits),
        .target(
            name: "FeedbackFiles", dependencies: ["AtomicFile", "TypeSafeAPI"], swiftSettings: habits),
        .target(name: "Metrics", dependencies: ["ProcessControl", "ScamTaxonomy"], swiftSettings: habits),
        .target(
            name: "ScanService",
            dependencies: [
                "HTTPServer", "HTTP1", "Sockets", "AccessControl", "Concurrency", "ConversationJoining",
                "FeedbackFiles", "Metrics", "OCRWorkers", "Outbound", "Push", "Redaction", "Redis",
                "ScanDocuments",
                "Scanning",
                "ScamDetection", "SharedStorage",
                "Storage", "TextAnalysis", "Texts", "Imaging",
                "TypeSafeAPI", "Webhooks", "WireMapping", httpTypes, logging, crypto,
            ],
            swiftSettings: habits),
        .executableTarget(
            name: "typesafe-server",
            dependencies: [
                "AtomicFile", "Barcodes", "FeedbackFiles", "Outbound", "Push", "Redis", "ScanService",
                "SharedStorage", "Storage",
                "Webhooks",
                "HTTPServer", "HTTP1", "ProcessControl", "Sockets", "Scanning",
                "ScamDetection", "OCR",
                "OCRWorkers", "BundledResources", "Imaging", "TextAnalysis", "Texts", "TypeSafeAPI",
                "CLeptonica",
                "AccessControl", "Metrics", "WireMapping", "YAML", httpTypes, logging, argumentParser,
            ],
            swiftSettings: habits),

        // The client
        .target(
            name: "TypeSafeClient",
            dependencies: [
                "AtomicFile", "TypeSafeAPI", .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: habits),
        .target(
            name: "ScreenshotDetection", dependencies: ["AtomicFile", "ImageFormats", crypto],
            swiftSettings: habits),
        .target(
            name: "ScanCommands",
            dependencies: [
                "AtomicFile", "BundledResources", "ImageFormats", "ScamDetection", "ScanDocuments",
                "ScreenshotDetection", "TextAnalysis", "Texts", "TypeSafeClient",
                "TypeSafeAPI", "WireMapping", argumentParser,
                .target(name: "Outbound", condition: .when(platforms: [.linux])),
                .target(name: "ProcessControl", condition: .when(platforms: [.linux])),
                .target(name: "Push", condition: .when(platforms: [.linux])),
                .target(name: "Sockets", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: habits),

        // The command line, which needs no picture libraries
        .target(
            name: "Evaluation", dependencies: ["ScamDetection", "ScamTaxonomy", "TextAnalysis"],
            swiftSettings: computing),
        .executableTarget(
            name: "typesafe",
            dependencies: [
                "BundledResources", "Evaluation", "FeedbackFiles", "ScamDetection", "ScamTaxonomy",
                "ScanCommands", "TextAnalysis", "Texts", "TypeSafeAPI", "TypeSafeClient", argumentParser,
            ],
            swiftSettings: habits),

        // Benchmarks: see Benchmarks/http/README.md
        .executableTarget(
            name: "http-echo", dependencies: ["HTTPServer", "ProcessControl", "Sockets", httpTypes],
            path: "Benchmarks/http-echo", swiftSettings: habits),
        .executableTarget(
            name: "line-strips", dependencies: ["Imaging", "OCR", "TextAnalysis"],
            path: "Benchmarks/line-strips", swiftSettings: habits),
        .executableTarget(
            name: "analysis-benchmark",
            dependencies: [
                "Barcodes", "Imaging", "Redaction", "ScamDetection", "ScamTaxonomy", "TextAnalysis",
            ],
            path: "Benchmarks/analysis", exclude: ["README.md"], swiftSettings: habits),

        // Tests
        .target(
            name: "TestSupport",
            dependencies: ["BundledResources", "Concurrency", "Sockets", "TextAnalysis", "Texts"],
            path: "Tests/TestSupport",
            swiftSettings: habits),
        .target(
            name: "Properties",
            dependencies: [
                "Barcodes", "ConversationJoining", "HTTP1", "ImageFormats", "Imaging", "OCR", "OCRWorkers",
                "Redaction",
                "ScamDetection",
                "ScreenLayout",
                "TextAnalysis", "TestSupport", "YAML", httpTypes,
            ],
            path: "Tests/Properties", swiftSettings: habits),
        .executableTarget(
            name: "fuzz", dependencies: ["OCR", "Properties", "TestSupport"], path: "Tests/Fuzz",
            exclude: ["Seeds"],
            swiftSettings: habits),
        .testTarget(
            name: "HTTP1Tests", dependencies: ["HTTP1", "Properties", "TestSupport", httpTypes],
            resources: [.copy("Corpus")], swiftSettings: habits),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["HTTPServer", "HTTP1", "Sockets", "TestSupport", httpTypes],
            swiftSettings: habits),
        .testTarget(
            name: "ImagingTests", dependencies: ["Imaging", "Properties", "TestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: habits),
        .testTarget(
            name: "BarcodesTests", dependencies: ["Barcodes", "Imaging", "TextAnalysis", "TestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: habits),
        .testTarget(
            name: "ConversationJoiningTests",
            dependencies: ["ConversationJoining", "Properties", "TestSupport", "TextAnalysis"],
            swiftSettings: habits),
        .testTarget(
            name: "ScreenLayoutTests",
            dependencies: ["ScreenLayout", "Imaging", "TestSupport", "TextAnalysis"],
            swiftSettings: habits),
        .testTarget(
            name: "OCRTests",
            dependencies: ["OCR", "Imaging", "ScreenLayout", "TestSupport", "TextAnalysis", "CLeptonica"],
            resources: [.copy("Fixtures")],
            swiftSettings: habits),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["CLinux"], path: "Tests/SandboxProbe",
            swiftSettings: habits),
        .testTarget(
            name: "OCRWorkersTests",
            dependencies: [
                "sandbox-probe", "Concurrency", "OCRWorkers", "OCR", "Imaging",
                "ProcessControl",
                "Redaction", "TextAnalysis", "TestSupport", "Properties", "typesafe-server",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "RedactionTests", dependencies: ["Redaction", "Imaging", "TestSupport", "TextAnalysis"],
            swiftSettings: habits),
        .testTarget(
            name: "TextAnalysisTests", dependencies: ["TextAnalysis", "TestSupport", "YAML"],
            swiftSettings: habits),
        .testTarget(
            name: "TextsTests",
            dependencies: [
                "BundledResources", "ScamDetection", "ScamTaxonomy", "TestSupport", "TextAnalysis", "Texts",
                "YAML",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "ScamDetectionTests",
            dependencies: [
                "BundledResources", "ScamDetection", "Snapshots", "TextAnalysis", "Texts", "TestSupport",
            ],
            swiftSettings: habits
        ),
        .testTarget(
            name: "RuleTests",
            dependencies: [
                "ScamDetection", "TextAnalysis", "Texts", "BundledResources", "OCR", "Properties",
                "ScreenLayout",
                "TestSupport",
            ],
            exclude: ["Harmless"], swiftSettings: habits),
        .testTarget(
            name: "CommandLineTests", dependencies: ["typesafe", "BundledResources"], swiftSettings: habits),
        .testTarget(
            name: "EvaluationTests",
            dependencies: ["Evaluation", "ScamDetection", "ScamTaxonomy", "TestSupport"],
            swiftSettings: habits),
        .testTarget(
            name: "RedisTests", dependencies: ["CRedisTLS", "Redis", "Sockets", "TestSupport"],
            swiftSettings: habits),
        .target(
            name: "StoreEngines", dependencies: ["Redis", "SharedStorage", "Storage", "TestSupport"],
            path: "Tests/StoreEngines", swiftSettings: habits),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Concurrency", "Redis", "ScamTaxonomy", "SharedStorage", "Storage", "StoreEngines",
                "TestSupport", grdb,
            ],
            swiftSettings: habits),
        .target(
            name: "WebhookReceiver",
            dependencies: ["HTTPServer", "HTTP1", "Sockets", "TestSupport", httpTypes],
            path: "Tests/WebhookReceiver", swiftSettings: habits),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "Webhooks", "Concurrency", "Outbound", "ScamTaxonomy", "Sockets", "Storage", "StoreEngines",
                "TestSupport",
                "WebhookReceiver",
                "HTTPServer",
                httpTypes,
            ],
            swiftSettings: habits),
        .testTarget(
            name: "PushTests",
            dependencies: [
                "Push", "HTTPServer", "Outbound", "TestSupport", "WebhookReceiver", crypto, httpTypes,
            ],
            exclude: ["Peers"], swiftSettings: habits),
        .target(
            name: "RouteCases", dependencies: ["TestSupport", "TypeSafeAPI", crypto],
            path: "Tests/RouteCases",
            swiftSettings: habits),
        .testTarget(
            name: "ScanServiceTests",
            dependencies: [
                "AccessControl", "BundledResources", "Concurrency", "FeedbackFiles", "HTTP1", "HTTPServer",
                "Metrics",
                "OCRWorkers", "Outbound", "ProcessControl", "Push", "Redis", "RouteCases", "ScamDetection",
                "ScamTaxonomy", "ScanService",
                "Scanning", "SharedStorage", "Storage", "TestSupport", "TextAnalysis", "Texts", "TypeSafeAPI",
                "Webhooks",
                "WireMapping", "YAML",
                httpTypes, logging,
            ],
            swiftSettings: habits),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "typesafe", "typesafe-server", "Barcodes", "RouteCases", "Sockets", "TestSupport",
                "TextAnalysis", "Texts",
                "TypeSafeAPI", "TypeSafeClient", "Imaging", "ScreenshotDetection", "WebhookReceiver",
                "HTTPServer",
                httpTypes,
            ],
            exclude: ["PhoneApp"], swiftSettings: habits),
        .testTarget(
            name: "ScanDocumentsTests", dependencies: ["ScanDocuments", "TestSupport", "TypeSafeAPI"],
            swiftSettings: habits),
        .testTarget(
            name: "BrowserTests", dependencies: ["typesafe-server"], exclude: ["page", "requirements.txt"],
            swiftSettings: habits),
        .testTarget(
            name: "ScanCommandsTests",
            dependencies: [
                "ScanCommands", "ScanDocuments", "ScreenshotDetection", "TypeSafeAPI", "TestSupport",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "ScreenshotDetectionTests",
            dependencies: ["ScreenshotDetection", "ImageFormats", "TestSupport"],
            swiftSettings: habits),
        .testTarget(
            name: "TypeSafeClientTests",
            dependencies: ["TypeSafeClient", "TypeSafeAPI", "Sockets", "TestSupport"],
            swiftSettings: habits),
    ],
    cxxLanguageStandard: .cxx17
)
