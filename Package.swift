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
        // C libraries and what Swift can't say to them. All lie where the compiler looks anyway.
        .target(
            name: "CPictures",
            cSettings: [.define("IC_HEIF", .when(traits: ["HEIF"]))],
            linkerSettings: ["lept", "tesseract", "png", "deflate", "jpeg", "webp", "ZXing"].map {
                .linkedLibrary($0)
            } + [.linkedLibrary("heif", .when(traits: ["HEIF"]))]),
        .target(name: "CRedis", linkerSettings: ["hiredis", "ssl", "crypto"].map { .linkedLibrary($0) }),
        .target(name: "CSQLiteVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CLinux"),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        // What everybody shares
        .target(name: "ScamTaxonomy", swiftSettings: habits),
        .target(name: "AtomicFile", swiftSettings: habits),
        .target(name: "SystemSupport", dependencies: ["CLinux"], swiftSettings: habits),
        .target(name: "Texts", dependencies: ["CYAML"], swiftSettings: computing),
        .target(
            name: "BundledResources",
            resources: [
                .copy("../../Resources/rules"), .copy("../../Resources/lexicon"),
                .copy("../../Resources/languages"), .copy("../../Resources/tessdata"),
                .copy("../../Resources/page"), .copy("../../Resources/texts"), .copy("../../openapi.yaml"),
            ],
            swiftSettings: habits),

        // Picture → text → verdict
        .target(name: "ImageFormats", swiftSettings: computing),
        .target(name: "Imaging", dependencies: ["ImageFormats", "CPictures"], swiftSettings: computing),
        .target(name: "TextAnalysis", dependencies: ["ScamTaxonomy", "Texts"], swiftSettings: computing),
        .target(
            name: "OCR", dependencies: ["Imaging", "TextAnalysis", "CPictures"], swiftSettings: computing),
        .target(
            name: "Redaction", dependencies: ["Imaging", "ScamTaxonomy", "TextAnalysis"],
            swiftSettings: computing),
        .target(
            name: "ScamDetection",
            dependencies: ["AtomicFile", "ScamTaxonomy", "TextAnalysis", "Texts", crypto],
            swiftSettings: computing),
        .target(
            name: "Scanning",
            dependencies: [
                "Imaging", "OCR", "Redaction", "ScamDetection", "SystemSupport", "TextAnalysis", "Texts",
                "CLinux", crypto,
            ],
            swiftSettings: habits),

        // The service
        .target(name: "HTTPServer", dependencies: ["SystemSupport", httpTypes], swiftSettings: habits),
        .target(
            name: "Storage",
            dependencies: [
                "AtomicFile", "ScamTaxonomy", "SystemSupport", "CRedis", "CSQLiteVFS", crypto, grdb,
            ],
            swiftSettings: habits),
        .target(
            name: "Outbound", dependencies: ["SystemSupport", "Texts", "CCurl", crypto], swiftSettings: habits
        ),
        .target(name: "TypeSafeAPI", dependencies: ["ScamTaxonomy"], swiftSettings: habits),
        .target(
            name: "ScanDocuments",
            dependencies: [
                "AtomicFile", "ImageFormats", "ScamDetection", "TextAnalysis", "Texts", "TypeSafeAPI", crypto,
            ],
            swiftSettings: habits),
        .target(
            name: "ScanService",
            dependencies: [
                "AtomicFile", "HTTPServer", "Imaging", "Outbound", "Redaction", "ScamDetection",
                "ScamTaxonomy",
                "ScanDocuments", "Scanning", "Storage", "SystemSupport", "TextAnalysis", "Texts",
                "TypeSafeAPI",
                httpTypes, logging, crypto,
            ],
            swiftSettings: habits),
        .executableTarget(
            name: "typesafe-server",
            dependencies: [
                "AtomicFile", "BundledResources", "HTTPServer", "Imaging", "OCR", "Outbound", "ScamDetection",
                "ScanDocuments", "ScanService", "Scanning", "Storage", "SystemSupport", "TextAnalysis",
                "Texts",
                "TypeSafeAPI", "CPictures", crypto, httpTypes, logging, argumentParser,
            ],
            swiftSettings: habits),

        // The client, and the command line, which needs no picture libraries
        .target(
            name: "TypeSafeClient",
            dependencies: [
                "AtomicFile", "TypeSafeAPI", .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: habits),
        .target(
            name: "ScreenshotDetection", dependencies: ["AtomicFile", "ImageFormats", crypto],
            swiftSettings: habits),
        .executableTarget(
            name: "typesafe",
            dependencies: [
                "AtomicFile", "BundledResources", "ImageFormats", "ScamDetection", "ScamTaxonomy",
                "ScanDocuments", "ScreenshotDetection", "TextAnalysis", "Texts", "TypeSafeAPI",
                "TypeSafeClient", argumentParser,
                .target(name: "Outbound", condition: .when(platforms: [.linux])),
                .target(name: "SystemSupport", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: habits),

        // Benchmarks: see Benchmarks/http/README.md
        .executableTarget(
            name: "http-echo", dependencies: ["HTTPServer", "SystemSupport", httpTypes],
            path: "Benchmarks/http-echo", swiftSettings: habits),
        .executableTarget(
            name: "line-strips", dependencies: ["Imaging", "OCR", "TextAnalysis"],
            path: "Benchmarks/line-strips", swiftSettings: habits),
        .executableTarget(
            name: "analysis-benchmark",
            dependencies: [
                "Imaging", "OCR", "Redaction", "ScamDetection", "ScamTaxonomy", "SystemSupport",
                "TextAnalysis", crypto,
            ],
            path: "Benchmarks/analysis", exclude: ["README.md"], swiftSettings: habits),

        // What tests share
        .target(
            name: "TestSupport",
            dependencies: ["BundledResources", "SystemSupport", "TextAnalysis", "Texts"],
            path: "Tests/TestSupport", swiftSettings: habits),
        .target(
            name: "Properties",
            dependencies: [
                "HTTPServer", "ImageFormats", "Imaging", "OCR", "Redaction", "ScamDetection", "Scanning",
                "TextAnalysis", "TestSupport", "Texts", httpTypes,
            ],
            path: "Tests/Properties", swiftSettings: habits),
        .executableTarget(
            name: "fuzz", dependencies: ["OCR", "Properties", "TestSupport"], path: "Tests/Fuzz",
            exclude: ["Seeds"], swiftSettings: habits),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["CLinux"], path: "Tests/SandboxProbe",
            swiftSettings: habits),
        .target(
            name: "StoreEngines", dependencies: ["Storage", "TestSupport"], path: "Tests/StoreEngines",
            swiftSettings: habits),
        .target(
            name: "WebhookReceiver", dependencies: ["HTTPServer", "SystemSupport", "TestSupport", httpTypes],
            path: "Tests/WebhookReceiver", swiftSettings: habits),
        .target(
            name: "RouteCases", dependencies: ["TestSupport", "TypeSafeAPI", crypto],
            path: "Tests/RouteCases", swiftSettings: habits),

        // Tests
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["HTTPServer", "SystemSupport", "Properties", "TestSupport", httpTypes],
            resources: [.copy("Corpus")], swiftSettings: habits),
        .testTarget(
            name: "ImagingTests", dependencies: ["Imaging", "Properties", "TestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: habits),
        .testTarget(
            name: "TextAnalysisTests",
            dependencies: [
                "BundledResources", "ScamDetection", "ScamTaxonomy", "TestSupport", "TextAnalysis", "Texts",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "OCRTests", dependencies: ["OCR", "Imaging", "TestSupport", "TextAnalysis", "CPictures"],
            resources: [.copy("Fixtures")], swiftSettings: habits),
        .testTarget(
            name: "RedactionTests", dependencies: ["Redaction", "Imaging", "TestSupport", "TextAnalysis"],
            swiftSettings: habits),
        .testTarget(
            name: "ScamDetectionTests",
            dependencies: [
                "BundledResources", "OCR", "Properties", "ScamDetection", "ScamTaxonomy", "TestSupport",
                "TextAnalysis", "Texts", crypto,
            ],
            exclude: ["Harmless"], swiftSettings: habits),
        .testTarget(
            name: "ScanningTests",
            dependencies: [
                "sandbox-probe", "typesafe-server", "Imaging", "OCR", "Properties", "Redaction", "Scanning",
                "SystemSupport", "TestSupport", "TextAnalysis",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "CRedis", "ScamTaxonomy", "Storage", "StoreEngines", "SystemSupport", "TestSupport", grdb,
            ],
            swiftSettings: habits),
        .testTarget(
            name: "OutboundTests",
            dependencies: [
                "Outbound", "HTTPServer", "TestSupport", "Texts", "WebhookReceiver", crypto, httpTypes,
            ],
            exclude: ["Peers"], swiftSettings: habits),
        .testTarget(
            name: "ScanDocumentsTests", dependencies: ["ScanDocuments", "TestSupport", "TypeSafeAPI"],
            swiftSettings: habits),
        .testTarget(
            name: "ScanServiceTests",
            dependencies: [
                "BundledResources", "HTTPServer", "Outbound", "RouteCases", "ScamDetection", "ScamTaxonomy",
                "ScanDocuments", "ScanService", "Scanning", "Storage", "StoreEngines", "SystemSupport",
                "TestSupport", "TextAnalysis", "Texts", "TypeSafeAPI", "WebhookReceiver", crypto, httpTypes,
                logging,
            ],
            swiftSettings: habits),
        .testTarget(
            name: "TypeSafeClientTests",
            dependencies: ["TypeSafeClient", "TypeSafeAPI", "SystemSupport", "TestSupport"],
            swiftSettings: habits),
        .testTarget(
            name: "ScreenshotDetectionTests",
            dependencies: ["ScreenshotDetection", "ImageFormats", "TestSupport"], swiftSettings: habits),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "typesafe", "BundledResources", "ScanDocuments", "ScreenshotDetection", "TestSupport",
                "TypeSafeAPI",
            ],
            swiftSettings: habits),
        .testTarget(
            name: "BrowserTests", dependencies: ["typesafe-server"], exclude: ["page", "requirements.txt"],
            swiftSettings: habits),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "typesafe", "typesafe-server", "HTTPServer", "Imaging", "OCR", "RouteCases",
                "ScreenshotDetection", "SystemSupport", "TestSupport", "TextAnalysis", "Texts", "TypeSafeAPI",
                "TypeSafeClient", "WebhookReceiver", httpTypes,
            ],
            exclude: ["PhoneApp"], swiftSettings: habits),
    ],
    cxxLanguageStandard: .cxx17
)
