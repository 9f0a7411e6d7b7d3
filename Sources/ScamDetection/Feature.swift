import TextAnalysis

/// A property of a message that Swift code detects; rules name it in place of patterns.
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
    case unknownSite = "link.unknown-site"
    case randomPath = "link.random-path"
    case mixedName = "link.mixed-name"
    case messenger = "link.messenger"
    case articlePath = "link.article-path"
    case anyLink = "link.present"
    case onlyLink = "structure.only-link"
    case brief = "structure.brief"
    case long = "structure.long"
    case manySites = "structure.many-sites"
    case endsWithLink = "structure.ends-with-link"
    case opensWithLabel = "structure.opens-with-label"
    case quotedMail = "structure.quoted-mail"
    case maskedNumber = "structure.masked-number"
    case namesFinance = "names.finance"
    case namesCarrier = "names.carrier"
    case namesAuthority = "names.authority"
    case namesToll = "names.toll"
    case namesTelecom = "names.telecom"
    case namesStore = "names.store"
    case namesOnlineService = "names.online-service"
    case codeLink = "code.link"
    case codeToUnknownSite = "code.unknown-site"
    case codeCryptoPayment = "code.crypto-payment"
    case disguisedWords = "text.disguised-words"
    case hiddenCharacters = "text.hidden-characters"
    case spelledOut = "text.spelled-out"
    case pageMismatch = "page.brand-mismatch"
    case pageOfOwner = "page.own-address"
    case firstContact = "conversation.first-contact"
    case unanswered = "conversation.unanswered"
    case savedContact = "sender.saved-contact"
    case senderUnlikeOrganisation = "sender.address-unlike-organisation"
    case senderAbroad = "sender.number-abroad"
    case senderShortCode = "sender.short-code"
    case ownContacts = "contacts.own"
    case mailOfOwner = "mail.own-address"
    case interface = "screen.interface"
    case answered = "conversation.answered"

    /// Whether the feature shows in words alone, so that texts without links, codes and screenshots can have it.
    var isOfWords: Bool {
        switch self {
        case .disguisedWords, .hiddenCharacters, .spelledOut, .brief, .long, .opensWithLabel, .quotedMail,
            .maskedNumber, .senderUnlikeOrganisation, .ownContacts, .namesFinance, .namesCarrier,
            .namesAuthority,
            .namesToll,
            .namesTelecom, .namesStore, .namesOnlineService:
            true
        default: false
        }
    }

    /// The places that show the feature, as UTF-8 ranges of the raw text; empty where the feature is absent.
    func places(in context: FeatureContext) -> [Range<Int>] {
        switch self {
        case .brandMismatch: context.brandMismatch()
        case .knownOrganisation: context.knownOrganisation()
        case .onlyLink: context.onlyLink()
        case .brief: context.shape.brief()
        case .long: context.shape.long()
        case .manySites: context.shape.linksToManySites()
        case .endsWithLink: context.shape.endsWithLink()
        case .opensWithLabel: context.shape.opensWithLabel()
        case .quotedMail: context.shape.quotesMail()
        case .maskedNumber: context.shape.masksNumber()
        case .namesFinance: context.names([.bank, .payment, .lending, .crypto, .investment, .insurance])
        case .namesCarrier: context.names([.carrier])
        case .namesAuthority: context.names([.tax, .government])
        case .namesToll: context.names([.toll])
        case .namesTelecom: context.names([.telecom, .utility])
        case .namesStore: context.names([.store, .marketplace, .travel])
        case .namesOnlineService:
            context.names([.streaming, .social, .messenger, .mail, .technology, .security, .software])
        case .unknownSite: context.links(where: context.isOfNobodyKnown)
        case .randomPath:
            context.links {
                !$0.isKnown && !context.isShortened($0) && LinkShape.hasRandomPath($0.link.path)
            }
        case .articlePath: context.addresses { LinkShape.isArticlePath($0.link.path) }
        case .messenger: context.links(where: context.leadsToMessenger)
        case .anyLink: context.links { _ in true }
        case .mixedName:
            context.addresses {
                !$0.isKnown && !$0.link.isAddress && LinkShape.mixesDigits($0.link.siteLabel)
            }
        case .lookalike: context.addresses(where: context.isLookalike)
        case .shortener: context.links(where: context.isShortened)
        case .riskySuffix: context.addresses(where: context.hasRiskySuffix)
        case .freeHost: context.addresses(where: context.isFreelyHosted)
        case .addressHost: context.addresses { $0.link.isAddress }
        case .punycode:
            context.addresses {
                $0.link.host.hasPrefix("xn--") || $0.link.host.contains(".xn--") || $0.link.isMixedScript
            }
        case .userinfo: context.addresses { $0.link.userinfo != nil }
        case .port: context.addresses { !FeatureContext.usualPorts.contains($0.link.port) }
        case .obfuscated: context.links { $0.link.isObfuscated }
        case .randomHost: context.addresses { !$0.isKnown && RandomLabel.isRandom($0.link.siteLabel) }
        case .insecure: context.links { $0.link.scheme == "http" }
        case .executable: context.links(where: context.isExecutable)
        case .codeLink: context.links(where: \.isFromCode)
        case .codeToUnknownSite: context.links { $0.isFromCode && !context.vouches($0) }
        case .codeCryptoPayment: context.cryptoPayments()
        case .disguisedWords: context.disguisedWords()
        case .hiddenCharacters: context.words(disguisedBy: .hidden)
        case .spelledOut: context.words(disguisedBy: .spelledOut)
        case .pageMismatch: context.pageMismatch()
        case .pageOfOwner: context.pageOfOwner()
        case .firstContact: context.firstContact()
        case .unanswered: context.unanswered()
        case .savedContact: context.savedContact()
        case .senderUnlikeOrganisation: context.senderUnlikeOrganisation()
        case .senderAbroad: context.senderAbroad()
        case .senderShortCode: context.senderShortCode()
        case .ownContacts: context.ownContacts()
        case .mailOfOwner: context.mailOfOwner()
        case .answered: context.answered()
        case .interface: context.text.screen?.isInterface == true ? context.shape.whole : []
        }
    }
}
