import TextAnalysis

/// The detectors that rules name instead of patterns.
package enum Feature: String, Sendable, CaseIterable {
    case brandMismatch = "link.brand-mismatch"
    case lookalike = "link.lookalike"
    case shortener = "link.shortener"
    case riskySuffix = "link.risky-tld"
    case freeHost = "link.free-host"
    case addressHost = "link.ip-host"
    case punycode = "link.punycode"
    case userinfo = "link.userinfo"
    case port = "link.port"
    case obfuscated = "link.obfuscated"
    case randomHost = "link.random-host"
    case knownOrganisation = "link.known-organisation"
    case insecure = "link.insecure"
    case executable = "link.executable"
    case onlyLink = "structure.only-link"
    case codeLink = "code.link"
    case codeToUnknownSite = "code.unknown-site"
    case codeCryptoPayment = "code.crypto-payment"
    case disguisedWords = "text.disguised-words"
    case hiddenCharacters = "text.hidden-characters"
    case spelledOut = "text.spelled-out"

    /// Whether it shows in words, so that texts without links have it too.
    var isOfWords: Bool {
        switch self {
        case .disguisedWords, .hiddenCharacters, .spelledOut: true
        default: false
        }
    }

    /// The places that show the feature, as UTF-8 ranges of the raw text; empty where it is absent.
    func places(in context: FeatureContext) -> [Range<Int>] {
        switch self {
        case .brandMismatch: context.brandMismatch()
        case .knownOrganisation: context.knownOrganisation()
        case .onlyLink: context.onlyLink()
        case .lookalike: context.links(where: context.isLookalike)
        case .shortener: context.links(where: context.isShortened)
        case .riskySuffix: context.links(where: context.hasRiskySuffix)
        case .freeHost: context.links(where: context.isFreelyHosted)
        case .addressHost: context.links { $0.link.isAddress }
        case .punycode:
            context.links {
                $0.link.host.hasPrefix("xn--") || $0.link.host.contains(".xn--") || $0.link.isMixedScript
            }
        case .userinfo: context.links { $0.link.userinfo != nil }
        case .port: context.links { ![nil, 80, 443].contains($0.link.port) }
        case .obfuscated: context.links { $0.link.isObfuscated }
        case .randomHost: context.links { !$0.isKnown && RandomLabel.isRandom($0.link.siteLabel) }
        case .insecure: context.links { $0.link.scheme == "http" }
        case .executable: context.links(where: context.isExecutable)
        case .codeLink: context.links(where: \.isFromCode)
        case .codeToUnknownSite: context.links { $0.isFromCode && !context.vouches($0) }
        case .codeCryptoPayment: context.cryptoPayments()
        case .disguisedWords: context.disguisedWords()
        case .hiddenCharacters: context.words(disguisedBy: .hidden)
        case .spelledOut: context.words(disguisedBy: .spelledOut)
        }
    }
}
